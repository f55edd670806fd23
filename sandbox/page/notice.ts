import { element } from "./dom.ts";

const NOTICE_MS = 6_000;

/** A short text over the page; an alert stays until it is confirmed. */
export function notice(text: string, isAlert = false): void {
  if (isAlert) return alertOf(text);
  const shown = element("p", { class: "notice", role: "alert" }, text);
  document.body.append(shown);
  setTimeout(() => shown.remove(), NOTICE_MS);
}

function alertOf(text: string): void {
  const form = element("form", { method: "dialog" }, element("button", { class: "primary" }, "OK"));
  const dialog = element("dialog", { class: "alert", role: "alert" }, element("p", {}, text), form);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/** The answer, or undefined after its failure was shown. */
export async function saying<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    notice(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}
