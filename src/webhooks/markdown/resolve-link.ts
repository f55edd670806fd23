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

/** What a long address of this forge is called in short (`#12`, `octo/hello#12`, `1a2b3c4`, `v1...v2`). */
export function shortName(url: string, { forgeUrl, repoUrl }: MarkdownContext): string | undefined {
  if (forgeUrl === undefined || !url.startsWith(`${forgeUrl}/`)) return undefined;
  const [, repo = "", kind = "", id = ""] = PAGE.exec(url.slice(forgeUrl.length + 1)) ?? [];
  const place = repoUrl === `${forgeUrl}/${repo}` ? "" : repo;
  if (kind === "compare") return id.includes("..") ? at(place, decoded(id)) : undefined;
  if (kind === "commit") return /^[\da-f]+$/.test(id) ? at(place, id.slice(0, 7)) : undefined;
  return /^\d+$/.test(id) ? `${place}#${id}` : undefined;
}

/** Of a conversation also where it leads to one of its comments. */
const PAGE =
  /^([\w.-]+\/[\w.-]+)\/(issues|pulls?|discussions|commit|compare)\/([^/?#]+)(?:#[\w-]+)?$/;

function at(place: string, name: string): string {
  return place === "" ? name : `${place}@${name}`;
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

function below(base: string | undefined, path: string): string | undefined {
  if (!base) return undefined;
  const url = `${base}/${path.replace(/^(?:\.\/)+/, "")}`;
  return URL.canParse(url) ? new URL(url).href : undefined;
}

function webOnly(url: string): string | undefined {
  return /^https?:/i.test(url) && URL.canParse(url) ? url : undefined;
}
