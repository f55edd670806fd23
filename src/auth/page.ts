import { html, raw } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

export interface Page {
  lang: string;
  title: string;
  heading: string;
  body: Html;
  /** Besides this site, where the page's form may lead (an origin). */
  formTo?: string;
}

const STYLE = `
:root{color-scheme:light dark}
body{font:1.05rem/1.6 system-ui,sans-serif;max-width:34rem;margin:10vh auto;padding:0 1.2rem}
h1{font-size:1.5rem;line-height:1.25}
button,.button{display:inline-block;font:inherit;padding:.6rem 1.2rem;border:0;border-radius:.5rem;background:#1f6feb;color:#fff;text-decoration:none;cursor:pointer}
.code{font:700 2rem/1.2 ui-monospace,monospace;letter-spacing:.06em;user-select:all;overflow-wrap:anywhere}
.small{font-size:1rem;font-weight:400;letter-spacing:0}
.note{border-left:.25rem solid #d29922;padding-left:.8rem}
`;

// In one piece: the policy names the hash of exactly what stands between the tags.
const STYLE_ELEMENT = raw(`<style>${STYLE}</style>`);

/** A whole document; texts in the template are escaped by it. */
export async function document({ lang, title, heading, body }: Page): Promise<string> {
  const whole = await html`<!doctype html>
    <html lang="${lang}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${STYLE_ELEMENT}
      </head>
      <body>
        <main>
          <h1>${heading}</h1>
          ${body}
        </main>
      </body>
    </html>`;
  return whole.toString();
}

const YEAR_SECONDS = 31_536_000;

/** Headers of every answer below /auth: nothing runs, nothing is loaded, framed, kept or passed on. */
export async function pageHeaders(formTo?: string): Promise<Record<string, string>> {
  // A form's redirects count as well, so the page that leads to GitHub names GitHub.
  const forms = ["'self'", ...(formTo === undefined ? [] : [formTo])].join(" ");
  return {
    "content-security-policy": [
      "default-src 'none'",
      `style-src '${await hashOf(STYLE)}'`,
      `form-action ${forms}`,
      "base-uri 'none'",
      "object-src 'none'",
      "frame-ancestors 'none'",
    ].join("; "),
    "strict-transport-security": `max-age=${YEAR_SECONDS}; includeSubDomains`,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cache-control": "no-store",
  };
}

async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`;
}
