/**
 * What routes can ask of an event. A property that the event does not have is absent:
 * a filter on it never matches (and with `exclude` passes).
 */
export interface EventFacts {
  event: string;
  action?: string;
  repo?: { id?: string; fullName: string; isPrivate: boolean };
  /** Login of who owns the repository, or of the organisation or account that the event is about. */
  owner?: string;
  /** Login of who did it. */
  actor?: string;
  /** The head branch of a pull request or run, or the branch pushed to, without `refs/heads/`. Tags are not branches. */
  branch?: string;
  /** What kind of ref was pushed, created or deleted. */
  refType?: "branch" | "tag";
  /** The base branch of a pull request. */
  base?: string;
  labels?: readonly string[];
  /** Files that a push touched. */
  paths?: readonly string[];
  conclusion?: string;
  draft?: boolean;
  /** What a person wrote: title, body, commit messages, names. */
  texts: readonly string[];
  /** The GitHub App installation that sent it, if one did. */
  installationId?: string;
  /** Of the issue or pull request that it is about. */
  number?: number;
}
