import { UserError } from "../domain/user-error.ts";

/** An issue or pull request, or one of its comments. */
export interface Reference {
  owner: string;
  repo: string;
  number: number;
  comment?: CommentReference;
}

export interface CommentReference {
  id: string;
  /** `issue`: in the conversation; `review`: on the code. */
  kind: "issue" | "review";
}

/** What a piece of text names; the parts it leaves out come from the context. */
export type PartialReference = Partial<Reference>;

const OWNER = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,38})";
const REPO = "[A-Za-z0-9._-]{1,100}";
const FULL = new RegExp(`^(${OWNER})/(${REPO})(?:#(\\d{1,10}))?$`);
const SHORT = /^#?(\d{1,10})$/;
const PATH = new RegExp(
  `^/(${OWNER})/(${REPO})(?:/(?:issues|pull)/(\\d{1,10}))?(?:/[\\w/.-]*)?/?$`,
);
/** On the pages of a diff, comments are called `r…` alone. */
const COMMENT_HASH = /^#(issuecomment-|discussion_r|r)(\d{1,20})$/;

/** Reads a link on this GitHub, `owner/repo#12`, `owner/repo` or `#12`; undefined for anything else. */
export function parseReference(text: string, githubUrl: string): PartialReference | undefined {
  const word = text.trim();
  if (/^https?:\/\//i.test(word)) return parseLink(word, githubUrl);
  const full = FULL.exec(word);
  if (full !== null) return named(full[1], full[2], full[3]);
  const short = SHORT.exec(word);
  return short === null ? undefined : { number: Number(short[1]) };
}

/** `owner/repo`, from a name or a link; undefined for anything else. */
export function parseRepository(text: string, githubUrl: string): string | undefined {
  const reference = parseReference(text, githubUrl);
  if (reference?.owner === undefined || reference.repo === undefined) return undefined;
  return `${reference.owner}/${reference.repo}`;
}

export interface ReferenceContext {
  githubUrl: string;
  /** Links of the message replied to, right-clicked or pressed, and of the thread's subject. */
  links: readonly string[];
  /** The chat's default repository, `owner/repo`. */
  defaultRepo: string | undefined;
}

/** Completes a reference from its context; asks (as a UserError) when it stays unclear. */
export function resolveReference(text: string | undefined, context: ReferenceContext): Reference {
  const shown = shownSubject(context);
  if (text === undefined || text === "") {
    if (shown === undefined) throw new UserError("commands.ref_missing");
    return shown;
  }
  const said = parseReference(text, context.githubUrl);
  if (said === undefined) throw new UserError("commands.ref_unreadable", { text });
  if (said.number === undefined) throw new UserError("commands.ref_missing");
  const { owner, repo } = repositoryOf(said, shown, context.defaultRepo);
  if (owner === undefined || repo === undefined) {
    throw new UserError("commands.ref_repo_missing", { number: String(said.number) });
  }
  return { ...said, owner, repo, number: said.number };
}

/** As people write it: `owner/repo#12`. */
export function referenceText(reference: Pick<Reference, "owner" | "repo" | "number">): string {
  return `${reference.owner}/${reference.repo}#${reference.number}`;
}

/** The page of a comment; GitHub sends the address of an issue on to the pull request that it is. */
export function commentLink(githubUrl: string, on: Reference, comment: CommentReference): string {
  const anchor = comment.kind === "issue" ? "issuecomment-" : "discussion_r";
  return `${githubUrl}/${on.owner}/${on.repo}/issues/${on.number}#${anchor}${comment.id}`;
}

/** Splits the `owner/repo` that `parseRepository` gives. */
export function splitRepository(repository: string): { owner: string; repo: string } {
  const [owner = "", repo = ""] = repository.split("/");
  return { owner, repo };
}

function shownSubject(context: ReferenceContext): Reference | undefined {
  for (const link of context.links) {
    const reference = parseReference(link, context.githubUrl);
    if (isComplete(reference)) return reference;
  }
  return undefined;
}

function isComplete(reference: PartialReference | undefined): reference is Reference {
  return reference?.owner !== undefined && reference.number !== undefined;
}

function repositoryOf(
  said: PartialReference,
  shown: Reference | undefined,
  defaultRepo: string | undefined,
): PartialReference {
  if (said.owner !== undefined) return said;
  if (shown !== undefined) return shown;
  return defaultRepo === undefined ? {} : splitRepository(defaultRepo);
}

/** Only links of the GitHub this deployment acts on: another forge's numbers mean other things. */
function parseLink(link: string, githubUrl: string): PartialReference | undefined {
  if (!URL.canParse(link)) return undefined;
  const url = new URL(link);
  if (url.host !== new URL(githubUrl).host) return undefined;
  const path = PATH.exec(url.pathname.slice(new URL(githubUrl).pathname.replace(/\/$/, "").length));
  if (path === null) return undefined;
  const comment = COMMENT_HASH.exec(url.hash);
  return {
    ...named(path[1], path[2], path[3]),
    ...(comment === null
      ? {}
      : {
          comment: {
            id: comment[2] ?? "",
            kind: comment[1] === "issuecomment-" ? "issue" : "review",
          },
        }),
  };
}

function named(owner?: string, repo?: string, number?: string): PartialReference {
  return {
    ...(owner === undefined ? {} : { owner }),
    ...(repo === undefined ? {} : { repo }),
    ...(number === undefined ? {} : { number: Number(number) }),
  };
}
