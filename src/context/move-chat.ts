import type { Target } from "../domain/target.ts";
import type { Stores } from "./stores.ts";

/** A Telegram group became a supergroup: routes, log targets and connected chats take its new id. */
export async function moveChat(
  { configuration, people }: Pick<Stores, "configuration" | "people">,
  from: string,
  to: string,
): Promise<void> {
  const moved = (target: Target): Target =>
    isIn(target, from) ? { ...target, chatId: to } : target;
  const current = await configuration.current();
  for (const { id } of current.groups()) {
    const group = await configuration.group(id);
    const logTarget = group?.value.logTarget;
    if (group !== undefined && logTarget !== undefined && isIn(logTarget, from)) {
      const saved = { ...group.value, logTarget: moved(logTarget) };
      await configuration.saveGroup(saved, group.version);
    }
    if (!current.routes(id).some(({ targets }) => targets.some((target) => isIn(target, from)))) {
      continue;
    }
    const routes = await configuration.routesOf(id);
    const changed = routes.filter(({ value }) =>
      value.targets.some((target) => isIn(target, from)),
    );
    await configuration.saveRoutes(
      changed.map(({ value, version }) => ({
        route: { ...value, targets: value.targets.map(moved) },
        expectedVersion: version,
      })),
    );
  }
  await people?.chats.moveTelegramChat(from, to);
}

function isIn(target: Target, chatId: string): target is Extract<Target, { platform: "telegram" }> {
  return target.platform === "telegram" && target.chatId === chatId;
}
