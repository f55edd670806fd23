import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

const ARGUMENTS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Starts the Chromium at CHROMIUM_PATH, or Debian's. Throws Error that says how to get one. */
export async function launchChromium(): Promise<Browser> {
  const executablePath = process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium";
  if (!existsSync(executablePath)) {
    throw new Error(
      `There is no Chromium at ${executablePath}. Install it (Debian: apt-get install chromium) ` +
        "or name yours in CHROMIUM_PATH.",
    );
  }
  return await chromium.launch({ executablePath, args: ARGUMENTS });
}
