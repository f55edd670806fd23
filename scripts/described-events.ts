import { readFileSync } from "node:fs";

const TYPES = "node_modules/@octokit/openapi-webhooks-types/types.d.ts";

/**
 * The events and actions of GitHub's published description, as `pull_request.closed`,
 * from the names of its operations (`pull-request/closed`).
 */
export function describedEvents(): string[] {
  const operations = readFileSync(TYPES, "utf8").matchAll(/operations\["([^"]+)"\]/g);
  const names = [...operations].map(([, name = ""]) => name.replaceAll("-", "_").replace("/", "."));
  return [...new Set(names)].sort((a, b) => (a < b ? -1 : 1));
}
