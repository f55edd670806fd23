import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";

/** A path in backticks that starts at one of our folders, or a relative Markdown link. */
const IN_BACKTICKS = /`((?:src|tests|scripts|sandbox|docs|migrations)\/[\w./-]+)`/g;
const LINK = /\]\((?!https?:|#|mailto:)([^)#\s]+)[^)]*\)/g;

/** Says which documents name files that do not exist; nothing when all do. */
export function brokenReferences(root: string): string | undefined {
  const broken = documents(root).flatMap((document) =>
    missingIn(root, document).map((path) => `${document} names ${path}, which does not exist`),
  );
  return broken.length === 0 ? undefined : broken.join("\n");
}

function documents(root: string): string[] {
  const top = readdirSync(root).filter((file) => file.endsWith(".md"));
  const docs = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md"))
    .map((file) => join("docs", file));
  return [...top, ...docs];
}

function missingIn(root: string, document: string): string[] {
  const text = readFileSync(join(root, document), "utf8");
  const named = [...text.matchAll(IN_BACKTICKS)].map((match) => match[1] ?? "");
  const linked = [...text.matchAll(LINK)].map((match) => join(dirname(document), match[1] ?? ""));
  return [...named, ...linked].filter((path) => !existsSync(join(root, path)));
}
