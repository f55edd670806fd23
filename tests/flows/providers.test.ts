import { beforeEach, describe, expect, it } from "vitest";
import { createD1Gate } from "../../src/storage/d1-gate.ts";
import { createOneTimeClaims } from "../../src/storage/one-time.ts";
import { createTenantSecrets } from "../../src/storage/tenant-secrets.ts";
import { testEnv } from "../support/env.ts";
import { hmacHex } from "../support/webhook.ts";
import { createWorld, sampleRoute, type World } from "../support/world.ts";

let world: World;
let secret: string;

beforeEach(async () => {
  world = await createWorld();
  const members = [{ userId: "11", login: "ada", role: "owner" as const }];
  await world.configure([{ id: "team", name: "Team", members }], [sampleRoute(world)]);
  secret = await secrets().rotate("team");
});

function secrets() {
  const { DB: db, KV: kv } = testEnv;
  const now = () => world.now();
  const claims = createOneTimeClaims({ db, gate: createD1Gate({ db, now }), now });
  return createTenantSecrets({ kv, claims, now });
}

/** Sends a body to the group's endpoint with these headers; the signature is made of what `signed` gives. */
async function send(
  body: string,
  headers: Record<string, string>,
  signing: { header: string; by?: string; prefix?: string; signed?: string },
): Promise<Response> {
  const { header, by = secret, prefix = "", signed = body } = signing;
  const signature = await hmacHex(by, new TextEncoder().encode(signed));
  const response = await world.request("/webhook/team", {
    method: "POST",
    body,
    headers: { "content-type": "application/json", ...headers, [header]: `${prefix}${signature}` },
  });
  await world.drain();
  return response;
}

const onDiscord = () => world.discord.log.messages().filter(({ deleted }) => !deleted);
const onTelegram = () => world.telegram.log.messages().filter(({ deleted }) => !deleted);

describe.each([
  ["Gitea", "gitea"],
  ["Forgejo", "forgejo"],
])("a pull request on %s", (_, forge) => {
  const HOST = "https://git.example.org";
  const person = (login: string, id: number) => ({
    id,
    login,
    username: login,
    avatar_url: `${HOST}/avatars/${id}`,
  });
  const repository = {
    id: 70,
    name: "app",
    full_name: "acme/app",
    html_url: `${HOST}/acme/app`,
    owner: person("acme", 5),
    private: false,
  };
  const pull = (at: string, more: object = {}) => ({
    id: 900,
    number: 4,
    title: "Speak louder",
    body: "Because.",
    user: person("bob", 8),
    state: "open",
    merged: false,
    draft: false,
    labels: [],
    html_url: `${HOST}/acme/app/pulls/4`,
    head: { ref: "louder", sha: "a".repeat(40), repo: repository },
    base: { ref: "main", sha: "b".repeat(40), repo: repository },
    created_at: "2026-12-01T10:00:00Z",
    updated_at: `2026-12-01T10:${at}:00Z`,
    ...more,
  });
  const happens = (event: string, type: string, payload: object) => {
    const name = forge === "gitea" ? "Gitea" : "Forgejo";
    const body = JSON.stringify({ sender: person("alice", 3), repository, number: 4, ...payload });
    const delivery = crypto.randomUUID();
    return send(
      body,
      {
        [`X-${name}-Event`]: event,
        [`X-${name}-Event-Type`]: type,
        [`X-${name}-Delivery`]: delivery,
        "X-Gitea-Event": event,
        "X-GitHub-Event": event.startsWith("pull_request") ? "pull_request" : event,
        "X-GitHub-Delivery": delivery,
      },
      { header: `X-${name}-Signature` },
    );
  };

  it("is one message, through pushes, labels, reviews and its merge, with links on its forge", async () => {
    const opened = { action: "opened", pull_request: pull("00") };
    expect((await happens("pull_request", "pull_request", opened)).status).toBe(202);
    const pushed = pull("01", { head: { ref: "louder", sha: "c".repeat(40), repo: repository } });
    await happens("pull_request", "pull_request_sync", {
      action: "synchronized",
      pull_request: pushed,
    });
    const labelled = pull("02", { labels: [{ id: 1, name: "urgent", color: "ff0000" }] });
    await happens("pull_request", "pull_request_label", {
      action: "label_updated",
      pull_request: labelled,
    });
    await happens("pull_request_approved", "pull_request_review_approved", {
      action: "reviewed",
      pull_request: pull("03", { labels: labelled.labels }),
      review: { type: "pull_request_review_approved", content: "Good" },
    });
    const merged = {
      state: "closed",
      merged: true,
      merged_at: "2026-12-01T10:04:00Z",
      closed_at: "2026-12-01T10:04:00Z",
      merged_by: person("alice", 3),
      labels: labelled.labels,
    };
    await happens("pull_request", "pull_request", {
      action: "closed",
      pull_request: pull("04", merged),
    });

    for (const messages of [onDiscord(), onTelegram()]) {
      const [card, ...others] = messages;
      expect(card?.text).toContain("Speak louder");
      expect(card?.text).toContain("urgent");
      expect(card?.text.toLowerCase()).toContain("merged");
      const raw = JSON.stringify(messages.map(({ body }) => body));
      expect(raw).toContain(`${HOST}/acme/app/pulls/4`);
      expect(raw).not.toContain("github.com");
      // Acting needs a linked account of that forge, which nobody has: no button promises it.
      expect(raw).not.toMatch(/pr merge|comment add|issue close|"custom_id"|"callback_data"/);
      expect(messages.filter(({ text }) => text.includes("Because.")).length).toBeLessThan(2);
      // The approval and the merge are news: short answers to the card.
      expect(others.length).toBeLessThanOrEqual(2);
      expect(others.every(({ replyTo }) => replyTo === card?.messageId)).toBe(true);
    }
  });
});

describe("somebody's own JSON", () => {
  const signing = { header: "X-WebHooker-Signature", prefix: "sha256=" };
  const post = (message: object, by = secret) =>
    send(JSON.stringify(message), {}, { ...signing, by });

  it("with a time and a nonce is shown, and its replay is refused", async () => {
    const body = JSON.stringify({ title: "Backup done", deliveryId: "one" });
    const timestamp = String(Math.floor(world.now() / 1000));
    const headers = { "X-WebHooker-Timestamp": timestamp, "X-WebHooker-Nonce": "n-1" };
    const signed = `${timestamp}.n-1.${body}`;
    expect((await send(body, headers, { ...signing, signed })).status).toBe(202);
    expect((await send(body, headers, { ...signing, signed })).status).toBe(401);
    const otherNonce = { ...headers, "X-WebHooker-Nonce": "n-2" };
    expect((await send(body, otherNonce, { ...signing, signed })).status).toBe(401);
    world.pass(301_000);
    const late = { "X-WebHooker-Timestamp": timestamp, "X-WebHooker-Nonce": "n-3" };
    const lately = { ...signing, signed: `${timestamp}.n-3.${body}` };
    expect((await send(body, late, lately)).status).toBe(401);
    expect(onDiscord().map(({ text }) => text.includes("Backup done"))).toEqual([true]);
  });

  it("with an updateKey is edited in place, and an older version is never shown", async () => {
    const update = (version: number, title: string) =>
      post({ title, updateKey: "deploy", version });
    await update(2, "Half way");
    await update(1, "Begun");
    expect(onDiscord().map(({ text }) => text)).toEqual([expect.stringContaining("Half way")]);
    await update(3, "Finished");
    for (const messages of [onDiscord(), onTelegram()]) {
      expect(messages).toHaveLength(1);
      expect(messages[0]?.text).toContain("Finished");
      expect(messages[0]?.history.join(" ")).not.toContain("Begun");
    }
    await post({ title: "Another", updateKey: "other", version: 1 });
    expect(onDiscord()).toHaveLength(2);
  });

  it("is believed with the old and the new secret for a day, then with the new one alone", async () => {
    const old = secret;
    const current = await secrets().rotate("team");
    const status = async (by: string) => (await post({ title: "Hello" }, by)).status;
    expect([await status(old), await status(current)]).toEqual([202, 202]);
    world.pass(24 * 3_600_000 - 60_000);
    expect([await status(old), await status(current)]).toEqual([202, 202]);
    world.pass(120_000);
    expect([await status(old), await status(current)]).toEqual([401, 202]);
    await secrets().remove("team");
    world.restart();
    expect(await status(current)).toBeGreaterThanOrEqual(401);
  });
});
