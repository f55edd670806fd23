import type { Platform } from "../domain/target.ts";

/** Thirty-two letters and digits that no font makes look alike. */
const ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const CODE_LENGTH = 8;
const TOKEN_BYTES = 16;

/**
 * What ends a login, shown in the browser that signed in: on Discord a code short enough to type,
 * on Telegram the payload of a deep link (https://core.telegram.org/bots/features#deep-linking).
 */
export function newSecret(platform: Platform): string {
  return platform === "discord" ? newCode() : newToken();
}

/** As it was shown: people type codes in lower case, with spaces, or without the hyphen. */
export function normalizedSecret(platform: Platform, given: string): string {
  const text = given.trim();
  if (platform === "telegram") return text;
  const letters = text.toUpperCase().replace(/[^A-Z0-9]/g, "");
  return letters.length === CODE_LENGTH ? hyphenated(letters) : text;
}

function newCode(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(CODE_LENGTH));
  // 256 is a multiple of 32: every letter is as likely as any other.
  return hyphenated([...bytes].map((byte) => ALPHABET[byte % ALPHABET.length] ?? "").join(""));
}

const hyphenated = (letters: string): string => `${letters.slice(0, 4)}-${letters.slice(4)}`;

/** 22 characters of base64url. */
function newToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(TOKEN_BYTES));
  const text = btoa(String.fromCharCode(...bytes));
  return text.replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}
