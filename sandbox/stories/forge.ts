import { z } from "zod";
import type { Json, JsonObject } from "../../src/domain/json.ts";
import { findExample } from "./examples.ts";
import type { StoryStep } from "./story.ts";

export const REPOSITORY = "acme/kettle";
export const REPOSITORY_URL = `https://github.com/${REPOSITORY}`;

/** As the payloads have it. */
export const REPOSITORY_ID = z
  .object({ id: z.number() })
  .parse(findExample("push").payload["repository"]).id;

const PEOPLE = { lena: 4101, tomas: 4102, mei: 4103 } as const;
export type PersonName = keyof typeof PEOPLE;

/** A user as payloads carry them. */
export function person(login: PersonName): JsonObject {
  const id = PEOPLE[login];
  return {
    login,
    id,
    avatar_url: `https://avatars.githubusercontent.com/u/${id}?v=4`,
    url: `https://api.github.com/users/${login}`,
    html_url: `https://github.com/${login}`,
    type: "User",
    site_admin: false,
  };
}

/** A real payload, moved into the repository of the stories, with its own parts replaced. */
export function step(
  event: string,
  action: string | undefined,
  sender: PersonName,
  note: string,
  changes: JsonObject,
): StoryStep {
  const real = findExample(event, action).payload;
  return { event, note, payload: withChanges(moved(real), { ...changes, sender: person(sender) }) };
}

/** Objects are changed member by member, everything else is replaced. */
export function withChanges(base: JsonObject, changes: JsonObject): JsonObject {
  const result: Record<string, Json> = { ...base };
  for (const [key, value] of Object.entries(changes)) {
    const before = result[key];
    result[key] = isObject(before) && isObject(value) ? withChanges(before, value) : value;
  }
  return result;
}

/** Times as payloads state them, to the second. */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, "Z");
}

/** A commit id that is always the same for the same words. */
export function commitId(words: string): string {
  let hash = 2_166_136_261;
  let id = "";
  while (id.length < 40) {
    for (const character of words + id) {
      hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619) >>> 0;
    }
    id += hash.toString(16).padStart(8, "0");
  }
  return id.slice(0, 40);
}

export function label(name: string, color: string): JsonObject {
  return {
    id: Number.parseInt(commitId(name).slice(0, 6), 16),
    url: `https://api.github.com/repos/${REPOSITORY}/labels/${encodeURIComponent(name)}`,
    name,
    color,
    default: false,
    description: null,
  };
}

export function commit(message: string, author: PersonName, at: number): JsonObject {
  const id = commitId(message);
  const who = { name: author, email: `${author}@example.com`, username: author };
  return {
    id,
    tree_id: commitId(`tree of ${message}`),
    distinct: true,
    message,
    timestamp: isoTime(at),
    url: `${REPOSITORY_URL}/commit/${id}`,
    author: who,
    committer: who,
    added: [],
    removed: [],
    modified: ["src/kettle.ts"],
  };
}

function moved(payload: JsonObject): JsonObject {
  const text = JSON.stringify(payload)
    .replaceAll(/(Codertocat\/Hello-World|octo-org\/octo-repo)/g, REPOSITORY)
    .replaceAll(/(Hello-World|octo-repo)/g, "kettle")
    .replaceAll(/(Codertocat|octo-org|Octocoders)/g, "acme");
  const copy: JsonObject = JSON.parse(text);
  const { installation: _, organization: __, ...rest } = copy;
  return { ...rest, repository: repository() };
}

/** The same repository, with the same id, in every payload. */
function repository(): JsonObject {
  const real = JSON.stringify(findExample("push").payload["repository"])
    .replaceAll("Codertocat/Hello-World", REPOSITORY)
    .replaceAll("Hello-World", "kettle")
    .replaceAll("Codertocat", "acme");
  const copy: JsonObject = JSON.parse(real);
  return withChanges(copy, { default_branch: "main", master_branch: "main" });
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
