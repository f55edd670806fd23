import type { ChatAdapter } from "../domain/chat-adapter.ts";
import type { Notification } from "../domain/notification.ts";
import type { Platform, Target } from "../domain/target.ts";
import type { Voice } from "../domain/voice.ts";
import { isMessageKey } from "../i18n/translate.ts";
import { describeError, logWarning } from "../observability/log.ts";
import type { Telling } from "../services/telling.ts";
import type { ConfigurationStore } from "../storage/configuration.ts";
import type { Languages } from "./languages.ts";

export type Adapters = Readonly<Partial<Record<Platform, ChatAdapter>>>;

/** Discord recognises a repeated send by it. */
const NONCE_LENGTH = 25;

/** Posts one message of ours. Throws `ChatError`, or an Error where the platform is not set up. */
export async function postOurs(
  adapters: Adapters,
  target: Target,
  notification: Notification,
  voice: Voice,
): Promise<void> {
  const adapter = adapters[target.platform];
  if (adapter === undefined) throw new Error(`${target.platform} is not set up`);
  const nonce = crypto.randomUUID().replaceAll("-", "").slice(0, NONCE_LENGTH);
  await adapter.post(target, notification, { voice, nonce });
}

/** Says what people of a group should know. What cannot be said now is logged: the state it tells of is stored. */
export async function say(
  { adapters, languages, configuration }: TellingDeps,
  tellings: readonly Telling[],
): Promise<void> {
  for (const { groupId, target, key, params } of tellings) {
    const group = (await configuration.group(groupId))?.value;
    const t = await languages.translatorFor(group?.lang ?? "en");
    if (!isMessageKey(key)) continue;
    const notification: Notification = { tone: "warning", icon: "⚠️", headline: [t(key, params)] };
    const voice = { lang: group?.lang ?? "en", emoji: group?.emoji ?? true };
    await postOurs(adapters, target, notification, voice).catch((error: unknown) =>
      logWarning("telling failed", { key, error: describeError(error) }),
    );
  }
}

export interface TellingDeps {
  adapters: Adapters;
  languages: Languages;
  configuration: Pick<ConfigurationStore, "group">;
}
