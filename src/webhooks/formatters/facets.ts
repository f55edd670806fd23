import { z } from "zod";
import { membersOf, valueOf } from "../../domain/fold.ts";
import type { Json } from "../../domain/json.ts";
import type {
  FacetNews,
  Subject,
  SubjectKind,
  SubjectState,
  Version,
} from "../../domain/subject.ts";
import type { Person } from "./fields.ts";
import type { Occasion } from "./formatter.ts";

export type Facets = Record<string, FacetNews>;

/** Where a subject lives; part of every subject's state, since a card is drawn from state alone. */
const About = z.object({
  repo: z.string().optional(),
  repoUrl: z.string().optional(),
  forge: z.string().optional(),
  provider: z.string().optional(),
  /** Anybody may see it. */
  open: z.boolean().optional(),
});
export type About = z.infer<typeof About>;

const Somebody = z.object({
  login: z.string(),
  url: z.string().optional(),
  avatar: z.string().optional(),
});
export type Somebody = z.infer<typeof Somebody>;

/**
 * A subject's key: by numeric ids, since names change. Ids of other forges than GitHub
 * are told apart by their host.
 */
export function subjectOf(
  kind: SubjectKind,
  occasion: Occasion,
  own: string | number | undefined,
  repoId = occasion.around.repository?.id,
): Subject | undefined {
  if (own === undefined || repoId === undefined) return undefined;
  const host = occasion.event.provider === "github" ? "" : `${forgeHost(occasion) ?? "?"}/`;
  return { kind, key: `${kind}:${host}${repoId}:${own}` };
}

/** The host that a payload's links point at. */
export function forgeHost({ around }: Pick<Occasion, "around">): string | undefined {
  const url =
    around.repository?.html_url ?? around.organization?.html_url ?? around.sender?.html_url;
  return url === undefined ? undefined : new URL(url).host;
}

/** Facets of one version; what is undefined is no news. */
export function value(
  name: string,
  version: Version,
  value: Json | undefined,
  from?: Json,
): Facets {
  if (value === undefined) return {};
  return { [name]: { kind: "value", version, value, ...(from === undefined ? {} : { from }) } };
}

/** A set of names; `added` and `removed` are what the event itself did. */
export function names(
  name: string,
  version: Version,
  members: readonly (string | undefined)[] | undefined,
  own: { added?: string | undefined; removed?: string | undefined } = {},
): Facets {
  if (members === undefined) return {};
  const known = members.filter((member) => member !== undefined);
  return {
    [name]: {
      kind: "set",
      version,
      members: Object.fromEntries(known.map((member) => [member, member])),
      ...(own.added === undefined ? {} : { added: [own.added] }),
      ...(own.removed === undefined ? {} : { removed: [own.removed] }),
    },
  };
}

export function about(occasion: Occasion, at: number): Facets {
  const { repository } = occasion.around;
  return value("about", [0, at, 0], {
    ...defined("repo", repository?.full_name),
    ...defined("repoUrl", repository?.html_url),
    ...defined("forge", forgeHost(occasion)),
    provider: occasion.event.provider,
    ...(repository?.private === false ? { open: true } : {}),
  });
}

export function somebody(person: Person | undefined): Json | undefined {
  if (person?.login === undefined) return undefined;
  return {
    login: person.login,
    ...defined("url", person.html_url),
    ...defined("avatar", person.avatar_url),
  };
}

export function defined(key: string, value: Json | undefined): { readonly [key: string]: Json } {
  return value === undefined ? {} : { [key]: value };
}

/** The newest of the times a payload gives; when it gives none, when it came. */
export function newest(occasion: Occasion, ...times: readonly (number | undefined)[]): number {
  const known = times.filter((at) => at !== undefined);
  return known.length === 0 ? occasion.event.receivedAt : Math.max(...known);
}

/** The same for what has ranks: where no time is given the rank decides, and not the order of arrival. */
export function newestTold(...times: readonly (number | undefined)[]): number {
  return Math.max(0, ...times.filter((at) => at !== undefined));
}

export function aboutOf(state: SubjectState): About {
  return readValue(state, "about", About) ?? {};
}

export function personOf(state: SubjectState, facet: string): Somebody | undefined {
  return readValue(state, facet, Somebody);
}

export function textOf(state: SubjectState, facet: string): string | undefined {
  const known = valueOf(state, facet);
  return typeof known === "string" && known !== "" ? known : undefined;
}

export function numberOf(state: SubjectState, facet: string): number | undefined {
  const known = valueOf(state, facet);
  return typeof known === "number" ? known : undefined;
}

export function namesOf(state: SubjectState, facet: string): readonly string[] {
  return membersOf(state, facet).filter((member) => typeof member === "string");
}

/** A structured facet; one of an older shape counts as unknown. */
export function readValue<Schema extends z.ZodType>(
  state: SubjectState,
  facet: string,
  schema: Schema,
): z.infer<Schema> | undefined {
  const read = schema.safeParse(valueOf(state, facet));
  return read.success ? read.data : undefined;
}

/** All facets whose name starts with a prefix, by the rest of the name, in order. */
export function readFamily<Schema extends z.ZodType>(
  state: SubjectState,
  prefix: string,
  schema: Schema,
): { name: string; version: Version; value: z.infer<Schema> }[] {
  return Object.entries(state)
    .filter(([name]) => name.startsWith(prefix))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, { version }]) => {
      const known = readValue(state, name, schema);
      return known === undefined
        ? []
        : [{ name: name.slice(prefix.length), version, value: known }];
    });
}
