/** Telegram's limits (core.telegram.org/bots/api). */

/** Visible UTF-16 units of a message, after its entities are parsed. */
export const TEXT_MAX = 4_096;
export const CALLBACK_DATA_MAX_BYTES = 64;
/** Ours: more buttons than this hide the message. */
export const BUTTONS_MAX = 24;
export const BUTTON_LABEL_MAX = 64;
