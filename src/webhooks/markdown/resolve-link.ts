import type { MarkdownContext } from "./context.ts";

/** The address a Markdown link leads to; undefined where a chat cannot follow it. */
export function resolveLink(href: string, context: MarkdownContext): string | undefined {
  const target = href.trim();
  if (target === "" || target.startsWith("#")) return undefined;
  if (/^[a-z][a-z\d+.-]*:/i.test(target)) return webOnly(target);
  if (target.startsWith("//")) return webOnly(`https:${target}`);
  if (target.startsWith("/")) return below(context.forgeUrl, target.slice(1));
  const blob = context.blobUrl ?? (context.repoUrl && `${context.repoUrl}/blob/HEAD`);
  return below(blob, target);
}

/** What a long address of this forge is called in short (`#12`, `octo/hello#12`, `1a2b3c4`). */
export function shortName(url: string, context: MarkdownContext): string | undefined {
  const { forgeUrl, repoUrl } = context;
  if (forgeUrl === undefined || !url.startsWith(`${forgeUrl}/`)) return undefined;
  const path = url.slice(forgeUrl.length + 1);
  const match = /^([\w.-]+\/[\w.-]+)\/(issues|pulls?|discussions|commit)\/(\w+)$/.exec(path);
  if (!match) return undefined;
  const [, repo = "", kind, id = ""] = match;
  const here = repoUrl === `${forgeUrl}/${repo}`;
  if (kind === "commit") return here ? id.slice(0, 7) : `${repo}@${id.slice(0, 7)}`;
  return /^\d+$/.test(id) ? `${here ? "" : repo}#${id}` : undefined;
}

function below(base: string | undefined, path: string): string | undefined {
  if (!base) return undefined;
  const url = `${base}/${path.replace(/^(?:\.\/)+/, "")}`;
  return URL.canParse(url) ? new URL(url).href : undefined;
}

function webOnly(url: string): string | undefined {
  return /^https?:/i.test(url) && URL.canParse(url) ? url : undefined;
}
