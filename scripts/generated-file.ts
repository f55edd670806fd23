import { existsSync, readFileSync, writeFileSync } from "node:fs";

/**
 * Writes a generated file, or with `--check` says (by exit code 1) that the committed one is stale.
 */
export function writeOrCheck(path: string, text: string, howTo: string): void {
  const present = existsSync(path) ? readFileSync(path, "utf8") : "";
  if (!process.argv.includes("--check")) {
    writeFileSync(path, text);
    console.log(`${path} is written.`);
  } else if (present !== text) {
    console.error(`${path} is stale: run \`${howTo}\` and commit it.`);
    process.exitCode = 1;
  }
}
