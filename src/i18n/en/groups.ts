export const groups = {
  "line.unknown_key": "There is no filter “{key}”. The filters are: {known}.",
  "line.unknown_key_near": "There is no filter “{key}”. Did you mean “{suggestion}”?",
  "line.unknown_event":
    "There is no event “{value}”. Names such as pulls, issues, reviews, commits or releases work; put a new name in quotes.",
  "line.unknown_event_near": "There is no event “{value}”. Did you mean “{suggestion}”?",
  "line.unknown_value": "“{value}” is not something that “{key}” can be.",
  "line.unknown_value_near":
    "“{value}” is not something that “{key}” can be. Did you mean “{suggestion}”?",
  "line.bare_word": 'Put words to look for in quotes: "{word}".',
  "line.bare_word_near":
    'Did you mean “{suggestion}”? Words to look for stand in quotes: "{word}".',
  "line.repo_name":
    "“{value}” is not the name of a repository. Write owner/name, or {suggestion} for all of an owner.",
  "line.value_missing": "Something is missing after “{key}”.",
  "line.term_missing": "A condition is missing here.",
  "line.quote_open": "This quote is never closed.",
  "line.quote_stray": "A quote must begin or end a value. Put the whole value in quotes.",
  "line.dash": "This is a typographic dash. Write a hyphen (-), or put the value in quotes.",
  "line.invisible": "There is an invisible character here (U+{code}). Delete it.",
  "line.paren_open": "This parenthesis is never closed.",
  "line.paren_close": "This parenthesis was never opened.",
  "line.paren_in_value": "Put a value with parentheses in quotes.",
  "line.too_long": "The line is longer than {max, number} characters.",
  "line.too_many": "The line has more than {max, number} conditions.",
  "line.too_deep": "The parentheses are nested too deeply.",
  "rule.pattern_empty": "A pattern is empty.",
  "rule.pattern_long": "A pattern is longer than {max, number} characters.",
  "rule.pattern_regex": "The regular expression {pattern} cannot be read: {reason}",
  "rule.pattern_costly":
    "The regular expression {pattern} repeats too much. Use smaller counts, or * and +.",
  "rule.filter_large": "The filter “{type}” has more than {max, number} values.",
  "rule.deep": "The rule is nested more than {max, number} levels deep.",
  "rule.large": "The rule has more than {max, number} conditions.",
  "rule.never": "The filter “{type}” has no value, so the rule would never match.",
  "rule.hopeless":
    "None of these events has what “{type}” asks for, so the rule would never match.",
  "rule.no_action": "No such event has the action “{action}”, so the rule would never match.",
  "rule.no_action_merged":
    "No event has the action “merged”, so the rule would never match: a merged pull request is “closed”.",
  "rule.strangers": "No event has both “{other}” and “{type}”, so the rule would never match.",
} as const;
