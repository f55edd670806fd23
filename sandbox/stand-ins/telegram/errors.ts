/** A call Telegram refuses; carries its answer. */
export class TelegramRefusal extends Error {
  override name = "TelegramRefusal";
  readonly status: number;
  readonly description: string;
  readonly parameters: Readonly<Record<string, unknown>> | undefined;

  constructor(status: number, description: string, parameters?: Readonly<Record<string, unknown>>) {
    super(description);
    this.status = status;
    this.description = description;
    this.parameters = parameters;
  }
}

export const badRequest = (
  what: string,
  parameters?: Readonly<Record<string, unknown>>,
): TelegramRefusal => new TelegramRefusal(400, `Bad Request: ${what}`, parameters);

export const forbidden = (what: string): TelegramRefusal =>
  new TelegramRefusal(403, `Forbidden: ${what}`);

export const tooManyRequests = (seconds: number): TelegramRefusal =>
  new TelegramRefusal(429, `Too Many Requests: retry after ${seconds}`, { retry_after: seconds });

export const unauthorized = (): TelegramRefusal => new TelegramRefusal(401, "Unauthorized");

export const upgraded = (newChatId: string): TelegramRefusal =>
  badRequest("group chat was upgraded to a supergroup chat", {
    migrate_to_chat_id: Number(newChatId),
  });
