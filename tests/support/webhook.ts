/** A webhook as GitHub sends it. */
export interface Webhook {
  event: string;
  payload: unknown;
  deliveryId?: string;
  /** `/webhook` unless it is a group's own. */
  path?: string;
  secret?: string;
  form?: boolean;
  /** Gitea's and Forgejo's come with GitHub's headers and their own. */
  forge?: "gitea";
}

/** Signs a webhook over its bytes, as GitHub does. */
export async function signedWebhook(
  base: string,
  secret: string,
  webhook: Webhook,
): Promise<Request> {
  const json =
    typeof webhook.payload === "string" ? webhook.payload : JSON.stringify(webhook.payload);
  const body = webhook.form === true ? new URLSearchParams({ payload: json }).toString() : json;
  const bytes = new TextEncoder().encode(body);
  const signature = await hmacHex(webhook.secret ?? secret, bytes);
  const { event, forge } = webhook;
  return new Request(`${base}${webhook.path ?? "/webhook"}`, {
    method: "POST",
    headers: {
      "Content-Type":
        webhook.form === true ? "application/x-www-form-urlencoded" : "application/json",
      ...(forge === "gitea" && { "X-Gitea-Event": event, "X-Gitea-Signature": signature }),
      "X-GitHub-Event": event,
      "X-GitHub-Delivery": webhook.deliveryId ?? crypto.randomUUID(),
      "X-Hub-Signature-256": `sha256=${signature}`,
    },
    body: bytes,
  });
}

export async function hmacHex(secret: string, bytes: BufferSource): Promise<string> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey(
    "raw",
    new TextEncoder().encode(secret),
    algorithm,
    false,
    ["sign"],
  );
  const mac = new Uint8Array(await crypto.subtle.sign("HMAC", key, bytes));
  return [...mac].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
