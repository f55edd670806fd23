/** Discord's limits (resources/message, components/reference), in UTF-16 units unless named otherwise. */
export const CONTENT_MAX = 2_000;
/** Over title, description, author, footer and fields of all embeds together. */
export const EMBEDS_MAX = 6_000;
export const TITLE_MAX = 256;
export const DESCRIPTION_MAX = 4_096;
export const AUTHOR_MAX = 256;
/** Ours; Discord takes 2,048. A footer names a place, and everything in an embed shares one limit. */
export const FOOTER_MAX = 200;
export const FIELDS_MAX = 25;
export const FIELD_NAME_MAX = 256;
export const FIELD_VALUE_MAX = 1_024;
export const BUTTON_LABEL_MAX = 80;
export const BUTTON_URL_MAX = 512;
export const CUSTOM_ID_MAX = 100;
export const BUTTONS_IN_ROW = 5;
export const ROWS_MAX = 5;
export const NONCE_MAX = 25;
/** Roles whose mentions leave some place in a message's text. */
export const ROLES_MAX = 40;
