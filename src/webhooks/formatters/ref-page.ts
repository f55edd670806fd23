import { wholeStart } from "./fields.ts";

/** A longer address is nobody's, and a headline is no place for it. */
const NAME_MAX = 250;

/** Where a forge shows a branch or tag as it is now. */
export function refPage(
  repoUrl: string | undefined,
  provider: string | undefined,
  kind: string | undefined,
  name: string | undefined,
): string | undefined {
  if (repoUrl === undefined || name === undefined || (kind !== "branch" && kind !== "tag")) {
    return undefined;
  }
  const path = wholeStart(name, NAME_MAX).split("/").map(encodeURIComponent).join("/");
  return provider === "github" ? `${repoUrl}/tree/${path}` : `${repoUrl}/src/${kind}/${path}`;
}
