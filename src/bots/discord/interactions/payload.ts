import { z } from "zod";

/** Just what we read of an interaction, its nulls left out; Discord adds to it at any time. https://docs.discord.com/developers/interactions/receiving-and-responding */
const User = z.object({
  id: z.string(),
  username: z.string().catch(""),
  global_name: z.string().optional(),
  bot: z.boolean().optional(),
});

const Embed = z.object({
  url: z.string().optional(),
  author: z.object({ url: z.string().optional() }).optional(),
  description: z.string().optional(),
  fields: z.array(z.object({ value: z.string().optional() })).optional(),
});

const MessageContent = z.object({
  content: z.string().optional(),
  embeds: z.array(Embed).optional(),
  components: z
    .array(z.object({ components: z.array(z.object({ url: z.string().optional() })).optional() }))
    .optional(),
});
export type MessageContent = z.infer<typeof MessageContent>;

const Message = MessageContent.extend({
  id: z.string(),
  flags: z.number().optional(),
  /** What a forwarded message shows. */
  message_snapshots: z.array(z.object({ message: MessageContent.optional() })).optional(),
});
export type InteractionMessage = z.infer<typeof Message>;

/** A message as Discord's API gives it; undefined for anything else. */
export function messageOf(body: unknown): InteractionMessage | undefined {
  return Message.safeParse(withoutNulls(JSON.stringify(body ?? {}))).data;
}

/** Discord sends null for what is not there as often as it leaves it out. Throws for what is no JSON. */
export function withoutNulls(json: string): unknown {
  return JSON.parse(json, (_, value: unknown) => value ?? undefined);
}

const Value = z.union([z.string(), z.number(), z.boolean()]).optional();
const Option = z.object({
  name: z.string(),
  value: Value,
  focused: z.boolean().optional(),
  options: z
    .array(
      z.object({
        name: z.string(),
        value: Value,
        focused: z.boolean().optional(),
        options: z
          .array(z.object({ name: z.string(), value: Value, focused: z.boolean().optional() }))
          .optional(),
      }),
    )
    .optional(),
});

const Data = z.object({
  name: z.string().optional(),
  type: z.number().optional(),
  options: z.array(Option).optional(),
  target_id: z.string().optional(),
  resolved: z.object({ messages: z.record(z.string(), Message).optional() }).optional(),
  custom_id: z.string().optional(),
  components: z.array(z.unknown()).optional(),
});

export const Interaction = z.object({
  id: z.string(),
  type: z.number(),
  token: z.string(),
  application_id: z.string(),
  guild_id: z.string().optional(),
  channel_id: z.string().optional(),
  channel: z
    .object({
      type: z.number().optional(),
      parent_id: z.string().optional(),
      name: z.string().optional(),
    })
    .optional(),
  context: z.number().optional(),
  /** For whom the application is installed here, by the kind of installation. */
  authorizing_integration_owners: z.record(z.string(), z.string()).optional().catch(undefined),
  locale: z.string().optional(),
  guild_locale: z.string().optional(),
  member: z.object({ user: User, permissions: z.string().optional() }).optional(),
  user: User.optional(),
  message: Message.optional(),
  data: Data.optional(),
});
export type Interaction = z.infer<typeof Interaction>;

export const InteractionKind = {
  ping: 1,
  command: 2,
  component: 3,
  autocomplete: 4,
  modal: 5,
} as const;
/** Asks whether signatures are checked here; what else it carries is no matter. */
export const Ping = z.object({ type: z.literal(InteractionKind.ping) });
export const MESSAGE_COMMAND = 3;
export const EPHEMERAL = 64;
