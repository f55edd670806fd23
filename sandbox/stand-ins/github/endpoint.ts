import type { z } from "zod";
import type { Shapes } from "./payloads.ts";
import type { Webhooks } from "./webhooks.ts";
import type { Repository, User, World } from "./world.ts";

export interface Answer {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

/** One request that passed its schemas, with what answers it. */
export interface Call<Query, Body> {
  params: Readonly<Record<string, string>>;
  query: Query;
  body: Body;
  /** Who the token belongs to. */
  user: User;
  /** The repository of the path, which this person may read. */
  repo: Repository;
  world: World;
  shapes: Shapes;
  webhooks: Webhooks;
}

/** One line of GitHub's REST description. */
export interface Endpoint {
  method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  /** `:name` for a parameter, `:name{[0-9]+}` for a number. */
  path: string;
  query: z.ZodType;
  /** Absent: the request has no body. */
  body?: z.ZodType;
  /** The statuses documented for it. */
  statuses: readonly number[];
  answer(call: Call<unknown, unknown>): Answer;
}

/** Declares an endpoint; its `answer` sees what its schemas let through. */
export function endpoint<Q, B = undefined>(declared: {
  at: `${Endpoint["method"]} /${string}`;
  query: z.ZodType<Q>;
  body?: z.ZodType<B>;
  statuses: readonly number[];
  answer(call: Call<Q, B>): Answer;
}): Endpoint {
  const [method, path] = declared.at.split(" ") as [Endpoint["method"], string];
  return {
    method,
    path,
    query: declared.query,
    ...(declared.body && { body: declared.body }),
    statuses: declared.statuses,
    // The router calls it with what these very schemas returned.
    answer: (call) => declared.answer(call as Call<Q, B>),
  };
}

export const notFound: Answer = { status: 404, body: { message: "Not Found" } };

export const refused = (message: string): Answer => ({ status: 403, body: { message } });

export const mustAdminister: Answer = refused("Must have admin rights to Repository.");

/** A 422 with its list of errors. */
export function invalid(
  ...errors: readonly (string | { code: string; field?: string; message?: string })[]
): Answer {
  const unprocessable = errors.every((error) => typeof error === "string");
  const message = unprocessable ? "Unprocessable Entity" : "Validation Failed";
  return { status: 422, body: { message, errors } };
}
