/** What answers to a use on Discord go through, for 15 minutes. The token is a secret: who has it speaks as the bot. */
export interface InteractionWebhook {
  applicationId: string;
  token: string;
}

/** Where one person can be told something that nobody else reads. */
export type PrivateLine =
  | ({ platform: "discord" } & InteractionWebhook)
  | { platform: "telegram"; chatId: string };
