/** What a stored rule may cost: matching one event against a rule stays within these. */
export const MAX_PATTERN_LENGTH = 256;
export const MAX_PATTERNS_PER_FILTER = 100;
export const MAX_FILTERS_PER_RULE = 100;
export const MAX_RULE_DEPTH = 10;
/** Longer than the longest rule a person would type, short enough for a chat message. */
export const MAX_LINE_LENGTH = 2_000;
