import { z } from "zod";

/** Just what we read of an update, its nulls left out. https://core.telegram.org/bots/api#update */
const User = z.object({
  id: z.number(),
  is_bot: z.boolean().optional(),
  first_name: z.string().optional(),
  last_name: z.string().optional(),
  username: z.string().optional(),
  language_code: z.string().optional(),
});
export type TelegramUser = z.infer<typeof User>;

const Chat = z.object({ id: z.number(), type: z.string(), title: z.string().optional() });
export type TelegramChat = z.infer<typeof Chat>;

const Entity = z.object({
  type: z.string(),
  offset: z.number(),
  length: z.number(),
  url: z.string().optional(),
});

const Keyboard = z.object({
  inline_keyboard: z.array(z.array(z.object({ url: z.string().optional() }))).optional(),
});

const ShownMessage = z.object({
  message_id: z.number(),
  from: User.optional(),
  text: z.string().optional(),
  caption: z.string().optional(),
  entities: z.array(Entity).optional(),
  caption_entities: z.array(Entity).optional(),
  reply_markup: Keyboard.optional(),
  /** A message in a topic that answers no other answers the one that made the topic. */
  forum_topic_created: z.object({ name: z.string() }).optional(),
});
export type ShownMessage = z.infer<typeof ShownMessage>;

const Message = ShownMessage.extend({
  chat: Chat,
  sender_chat: z.object({ id: z.number() }).optional(),
  message_thread_id: z.number().optional(),
  is_topic_message: z.boolean().optional(),
  reply_to_message: ShownMessage.optional(),
  migrate_to_chat_id: z.number().optional(),
  /** A chat chosen with a button of ours. https://core.telegram.org/bots/api#chatshared */
  chat_shared: z.object({ chat_id: z.number(), title: z.string().optional() }).optional(),
});
export type TelegramMessage = z.infer<typeof Message>;

const CallbackQuery = z.object({
  id: z.string(),
  from: User,
  message: Message.optional(),
  data: z.string().optional(),
});
export type CallbackQuery = z.infer<typeof CallbackQuery>;

const MemberUpdate = z.object({
  chat: Chat,
  from: User,
  old_chat_member: z.object({ status: z.string() }),
  new_chat_member: z.object({ status: z.string() }),
});
export type MemberUpdate = z.infer<typeof MemberUpdate>;

export const Update = z.object({
  update_id: z.number(),
  message: Message.optional(),
  callback_query: CallbackQuery.optional(),
  my_chat_member: MemberUpdate.optional(),
});
export type Update = z.infer<typeof Update>;
