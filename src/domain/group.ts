import { z } from "zod";
import { Target } from "./target.ts";
import { withoutNulls } from "./without-nulls.ts";

export const Role = z.enum(["owner", "admin", "viewer"]);
export type Role = z.infer<typeof Role>;

/** People are numeric GitHub ids; a member known by login only is bound to the id at first sight. */
export const Member = z.preprocess(
  (value) => withoutNulls(value),
  z.object({
    userId: z
      .union([z.string(), z.int().transform(String)])
      .pipe(z.string().regex(/^\d+$/))
      .optional(),
    login: z.string(),
    role: Role,
  }),
);
export type Member = z.infer<typeof Member>;

export const ForgeSource = z.object({
  host: z.string(),
  type: z.string(),
  name: z.string().optional(),
});

/** The owner of routes: a tenant. */
export const Group = z.preprocess(
  membersOfOlderGroup,
  z.object({
    id: z.string().regex(/^[a-zA-Z0-9][a-zA-Z0-9_-]{0,63}$/),
    name: z.string().max(200).default(""),
    members: z.array(Member).default([]),
    /** Repository owners whose events may enter from the shared endpoint; absent means all. */
    owners: z.array(z.string()).optional(),
    /** Providers whose events may enter; absent means all. */
    providers: z.array(z.string()).optional(),
    installationId: z.union([z.string(), z.number().transform(String)]).optional(),
    emoji: z.boolean().optional(),
    lang: z.string().optional(),
    forgeSources: z.array(ForgeSource).optional(),
    /** Where the group is told what went wrong: one summary per event. */
    logTarget: Target.optional(),
  }),
);
export type Group = z.output<typeof Group>;

/** Older groups list their owners' logins in `adminIds`. Absent `owners` let all in, so a null there is no absence. */
function membersOfOlderGroup(value: unknown): unknown {
  const said = withoutNulls(value, ["owners", "providers"]);
  if (typeof said !== "object" || said === null || !("adminIds" in said)) return said;
  const { adminIds, ...rest } = said;
  if ("members" in rest || !Array.isArray(adminIds)) return rest;
  const members = adminIds.map((id: unknown) => olderOwner(String(id)));
  return { ...rest, members };
}

function olderOwner(id: string): Member {
  return /^\d+$/.test(id)
    ? { userId: id, login: "", role: "owner" }
    : { login: id.replace(/^@/, ""), role: "owner" };
}
