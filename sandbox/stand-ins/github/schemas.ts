import { z } from "zod";

/**
 * What GitHub's published REST description says of the requests that this project makes:
 * https://github.com/github/rest-api-description. Objects are strict, so that a misspelt field
 * is found here instead of being ignored there.
 */
const count = z.coerce.number().int().positive();
const paging = { per_page: count.max(100).optional(), page: count.optional() };
const stringOrInteger = z.union([z.string(), z.int()]);
const stateReason = z.enum(["completed", "not_planned", "duplicate", "reopened"]).nullable();
const label = z.union([
  z.string(),
  z.strictObject({
    id: z.int().optional(),
    name: z.string().optional(),
    color: z.string().nullable().optional(),
  }),
]);
const fieldValues = z
  .array(
    z.strictObject({
      field_id: z.int(),
      value: z.union([z.string(), z.number(), z.array(z.string())]),
    }),
  )
  .optional();
const direction = z.enum(["asc", "desc"]).optional();

export const NoQuery = z.strictObject({});
export const Paging = z.strictObject(paging);

export const CreateIssue = z.strictObject({
  title: stringOrInteger,
  body: z.string().optional(),
  assignee: z.string().nullable().optional(),
  milestone: stringOrInteger.nullable().optional(),
  labels: z.array(label).optional(),
  assignees: z.array(z.string()).optional(),
  issue_field_values: fieldValues,
  type: z.string().nullable().optional(),
});

export const UpdateIssue = z.strictObject({
  title: stringOrInteger.nullable().optional(),
  body: z.string().nullable().optional(),
  assignee: z.string().nullable().optional(),
  state: z.enum(["open", "closed"]).optional(),
  state_reason: stateReason.optional(),
  duplicate_issue_id: z.int().optional(),
  milestone: stringOrInteger.nullable().optional(),
  labels: z.array(label).optional(),
  assignees: z.array(z.string()).optional(),
  issue_field_values: fieldValues,
  type: z.string().nullable().optional(),
});

export const ListIssues = z.strictObject({
  milestone: z.string().optional(),
  state: z.enum(["open", "closed", "all"]).optional(),
  assignee: z.string().optional(),
  type: z.string().optional(),
  creator: z.string().optional(),
  mentioned: z.string().optional(),
  issue_field_values: z.string().optional(),
  labels: z.string().optional(),
  sort: z.enum(["created", "updated", "comments"]).optional(),
  direction,
  since: z.iso.datetime().optional(),
  ...paging,
});

export const CommentBody = z.strictObject({ body: z.string() });

export const CreateReaction = z.strictObject({
  content: z.enum(["+1", "-1", "laugh", "confused", "heart", "hooray", "rocket", "eyes"]),
});

export const UpdatePull = z.strictObject({
  title: z.string().optional(),
  body: z.string().optional(),
  state: z.enum(["open", "closed"]).optional(),
  base: z.string().optional(),
  maintainer_can_modify: z.boolean().optional(),
});

export const MergePull = z.strictObject({
  commit_title: z.string().optional(),
  commit_message: z.string().optional(),
  sha: z.string().optional(),
  merge_method: z.enum(["merge", "squash", "rebase"]).optional(),
});

export const CreateReview = z.strictObject({
  commit_id: z.string().optional(),
  body: z.string().optional(),
  event: z.enum(["APPROVE", "REQUEST_CHANGES", "COMMENT"]).optional(),
  comments: z
    .array(
      z.strictObject({
        path: z.string(),
        body: z.string(),
        position: z.int().optional(),
        line: z.int().optional(),
        side: z.string().optional(),
        start_line: z.int().optional(),
        start_side: z.string().optional(),
      }),
    )
    .optional(),
});

export const CreateHook = z.strictObject({
  name: z.string().optional(),
  config: z
    .strictObject({
      url: z.string().optional(),
      content_type: z.string().optional(),
      secret: z.string().optional(),
      insecure_ssl: z.union([z.string(), z.number()]).optional(),
    })
    .optional(),
  events: z.array(z.string()).optional(),
  active: z.boolean().optional(),
});

export const ListMyRepositories = z.strictObject({
  visibility: z.enum(["all", "public", "private"]).optional(),
  affiliation: z.string().optional(),
  type: z.enum(["all", "owner", "public", "private", "member"]).optional(),
  sort: z.enum(["created", "updated", "pushed", "full_name"]).optional(),
  direction,
  since: z.iso.datetime().optional(),
  before: z.iso.datetime().optional(),
  ...paging,
});

export const SearchIssues = z.strictObject({
  q: z.string(),
  sort: z.enum(["comments", "reactions", "interactions", "created", "updated"]).optional(),
  order: z.enum(["desc", "asc"]).optional(),
  advanced_search: z.string().optional(),
  search_type: z.enum(["semantic", "hybrid"]).optional(),
  ...paging,
});

export const AccessTokenBody = z.strictObject({ access_token: z.string() });
