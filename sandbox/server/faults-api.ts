import type { Hono } from "hono";
import { z } from "zod";
import { GROUP_CHAT } from "../chats.ts";
import type { PageParts } from "./parts.ts";

/** Where the group goes when Telegram makes it a supergroup. */
const MIGRATED_ID = "-1001200009999";

const ChatFault = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("rate_limited"), retryAfterSeconds: z.number().min(1).max(600) }),
  z.object({ kind: z.literal("server_error") }),
  z.object({ kind: z.literal("gone") }),
  z.object({ kind: z.literal("forbidden") }),
  z.object({ kind: z.literal("unknown_chat") }),
  z.object({ kind: z.literal("archived") }),
  z.object({ kind: z.literal("rejected") }),
  z.object({ kind: z.literal("unauthorized") }),
  z.object({ kind: z.literal("migrated") }),
  z.object({ kind: z.literal("dropped_before") }),
  z.object({ kind: z.literal("dropped_after") }),
]);
const GITHUB_FAULTS = [
  "unauthorized",
  "forbidden",
  "app_permission_missing",
  "app_not_approved",
  "saml",
  "ip_not_allowed",
  "rate_limited",
  "secondary_limit_403",
  "secondary_limit_429",
  "not_found",
  "gone",
  "unprocessable",
  "server_error",
  "bad_gateway",
  "timeout",
  "dropped_after",
] as const;
const times = z.number().int().min(1).max(1_000);
const NewFault = z.union([
  z.object({ platform: z.enum(["discord", "telegram"]), fault: ChatFault, times }),
  z.object({
    platform: z.literal("github"),
    fault: z.object({ kind: z.enum(GITHUB_FAULTS) }),
    times,
  }),
]);
const Named = z.object({
  platform: z.enum(["discord", "telegram", "github"]),
  number: z.coerce.number(),
});

/** What goes wrong on a platform, until it has happened often enough. */
export function addFaults(api: Hono, { platforms }: PageParts): void {
  const { discord, telegram, github } = platforms;
  const active = () => [
    ...[...discord.faults.active()].map(([number, { fault, times: left }]) => ({
      platform: "discord",
      number,
      kind: fault.kind,
      left,
    })),
    ...[...telegram.faults.active()].map(([number, { fault, times: left }]) => ({
      platform: "telegram",
      number,
      kind: fault.kind,
      left,
    })),
    ...[...github.faults.active()].map(([number, { fault, times: left }]) => ({
      platform: "github",
      number,
      kind: fault,
      left,
    })),
  ];
  api.get("/faults", (c) => c.json(active()));
  api.post("/faults", async (c) => {
    const rule = NewFault.parse(await c.req.json());
    if (rule.platform === "github") github.fail({ fault: rule.fault.kind, times: rule.times });
    else if (rule.fault.kind !== "migrated") {
      platforms[rule.platform].faults.add({ fault: rule.fault, times: rule.times });
    } else if (rule.platform === "telegram") {
      // Told of one chat, since only that one moves.
      const fault = { kind: "migrated", to: MIGRATED_ID } as const;
      telegram.faults.add({ fault, chatId: GROUP_CHAT.id, times: 1 });
    } else throw new Error("Discord moves no channel");
    return c.json(active());
  });
  api.delete("/faults/:platform/:number", (c) => {
    const { platform, number } = Named.parse(c.req.param());
    platforms[platform].faults.remove(number);
    return c.json(active());
  });
  api.delete("/faults", (c) => {
    for (const platform of [discord, telegram, github]) platform.faults.clear();
    return c.json(active());
  });
  api.post("/delete-message", async (c) => {
    const { platform, chatId, messageId } = z
      .object({
        platform: z.enum(["discord", "telegram"]),
        chatId: z.string(),
        messageId: z.string(),
      })
      .parse(await c.req.json());
    platforms[platform].log.remove(chatId, messageId);
    return c.json({ deleted: true });
  });
}
