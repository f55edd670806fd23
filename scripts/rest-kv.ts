import { z } from "zod";
import type { PlainKv } from "../src/storage/plain-kv.ts";
import { callCloudflare, type CloudflareAccess, CloudflareRefused } from "./call-cloudflare.ts";

/** "namespace not found"; every other 404 is about the key. */
const NO_NAMESPACE = 10013;
const NOT_FOUND = 404;

const Page = z.object({
  result: z.array(z.object({ name: z.string() })),
  result_info: z.object({ cursor: z.string().optional() }).optional(),
});

/** A KV namespace from outside Cloudflare: https://developers.cloudflare.com/api/resources/kv/ */
export function createRestKv(
  access: CloudflareAccess & { accountId: string },
  namespaceId: string,
): PlainKv {
  const { accountId } = access;
  const namespace = `/accounts/${accountId}/storage/kv/namespaces/${namespaceId}`;
  const at = (key: string) => `${namespace}/values/${encodeURIComponent(key)}`;
  const call = async (method: string, path: string, body?: string): Promise<Response> => {
    try {
      return await callCloudflare(access, method, path, body);
    } catch (error) {
      if (!(error instanceof CloudflareRefused) || !error.codes.includes(NO_NAMESPACE)) throw error;
      throw new Error(
        `The Cloudflare account ${accountId} has no KV namespace ${namespaceId}: put the id that ` +
          "`npm run wrangler -- kv namespace list` shows into wrangler.toml.",
        { cause: error },
      );
    }
  };
  return {
    async get(key) {
      try {
        return await (await call("GET", at(key))).text();
      } catch (error) {
        if (error instanceof CloudflareRefused && error.status === NOT_FOUND) return null;
        throw error;
      }
    },
    async put(key, value, { expirationTtl } = {}) {
      const lifetime = expirationTtl === undefined ? "" : `?expiration_ttl=${expirationTtl}`;
      await call("PUT", `${at(key)}${lifetime}`, value);
    },
    async delete(key) {
      await call("DELETE", at(key));
    },
    async list({ prefix, cursor }) {
      const query = new URLSearchParams({ prefix, ...(cursor !== null && { cursor }) });
      const response = await call("GET", `${namespace}/keys?${query.toString()}`);
      const { result: keys, result_info: info } = Page.parse(await response.json());
      return info?.cursor
        ? { keys, list_complete: false, cursor: info.cursor }
        : { keys, list_complete: true };
    },
  };
}
