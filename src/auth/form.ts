import type { Context } from "hono";

/** What a form says; nothing where the body is none. */
export async function formOf(c: Context): Promise<object> {
  return c.req.parseBody().catch(() => ({}));
}
