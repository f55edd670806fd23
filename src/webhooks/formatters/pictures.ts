/**
 * The picture that GitHub draws of a repository, with its name and description. Only of public ones,
 * and only for turning points: a picture under every message would be a wall of pictures.
 */
export function repositoryPicture(
  repo: { full_name?: string | undefined; private?: boolean | undefined } | undefined,
  host: string | undefined,
): string | undefined {
  if (host !== "github.com" || repo?.private !== false || repo.full_name === undefined) {
    return undefined;
  }
  return `https://opengraph.githubassets.com/1/${repo.full_name}`;
}
