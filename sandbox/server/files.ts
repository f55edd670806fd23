import { readFile } from "node:fs/promises";
import { stripTypeScriptTypes } from "node:module";
import { extname, join, normalize, sep } from "node:path";
import { PROJECT } from "../worker-config.ts";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
  // The page's own modules: browsers get them with their types taken off.
  ".ts": "text/javascript; charset=utf-8",
};

/** Packages whose modules the page imports. */
const SERVED_PACKAGES = [
  "@skyra/discord-components-core",
  "@lit/context",
  "@lit/reactive-element",
  "lit",
  "lit-element",
  "lit-html",
];

const PAGE = join(PROJECT, "sandbox", "page");

export const pageFile = (path: string): Promise<Response> => fileBelow(PAGE, path, "no-cache");

/** A module of an installed package, so that the page needs no build and no network. */
export function moduleFile(path: string): Promise<Response> | Response {
  const name = SERVED_PACKAGES.find((name) => path.startsWith(`${name}/`));
  if (name === undefined) return new Response("Not found", { status: 404 });
  const folder = join(PROJECT, "node_modules", name);
  return fileBelow(folder, path.slice(name.length + 1), "max-age=3600");
}

async function fileBelow(folder: string, path: string, cacheControl: string): Promise<Response> {
  const file = normalize(join(folder, path));
  const type = TYPES[extname(file)];
  const notFound = () => new Response("Not found", { status: 404 });
  if (!file.startsWith(folder + sep) || type === undefined) return notFound();
  const content = await readFile(file).catch(() => undefined);
  if (content === undefined) return notFound();
  const served = file.endsWith(".ts") ? stripTypeScriptTypes(content.toString()) : content;
  return new Response(served, {
    headers: { "Content-Type": type, "Cache-Control": cacheControl },
  });
}
