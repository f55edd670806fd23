/** Marks stacked on one letter beyond this are decoration that climbs over other lines. */
const MAX_MARKS = 6;

/** C0 and C1 controls but tab and newline. */
const CONTROLS = /(?![\t\n])\p{Cc}/gu;

/** What turns the reading direction of text after it, and what is there but cannot be seen. */
const DECEIVING = /[\u202A-\u202E\u2066-\u2069\u200B\u2060-\u2064\uFEFF\uFFF9-\uFFFB]/g;

const STACKED_MARKS = new RegExp(`(\\p{M}{${MAX_MARKS}})\\p{M}+`, "gu");

/** What fonts draw as nothing. */
const BLANK = /[\s\p{M}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Text that any platform takes and that shows no more and no less than it says. */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029]/g, "\n")
    .replace(CONTROLS, "")
    .replace(DECEIVING, "")
    .replace(STACKED_MARKS, "$1");
}

/** Clean text on one line. */
export function cleanLine(text: string): string {
  return cleanText(text).replace(/\s+/g, " ").trim();
}

/** Whether a reader sees anything at all. */
export function isBlank(text: string): boolean {
  return text.replace(BLANK, "") === "";
}
