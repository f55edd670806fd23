import { ApplicationCommandUpdateRequestSchema } from "discord-api-spec/zod";
import { commandSetIssues } from "./command-limits.ts";
import type { CommandScope, DiscordCore } from "./core.ts";
import { issue, rateLimited } from "./errors.ts";
import { isRecord, refuseIssues, schemaIssues, textOf } from "./validate.ts";

type Command = Readonly<Record<string, unknown>>;

const CREATIONS_PER_DAY = 200;
const DAY_MS = 86_400_000;

/** Replaces a scope's whole set. `scope` is `global` or a guild's id. */
export function overwriteCommands(core: DiscordCore, scope: string, body: unknown): Command[] {
  if (!Array.isArray(body)) {
    refuseIssues([issue([], "BASE_TYPE_REQUIRED", "A list of commands is required")]);
  }
  const list: unknown[] = Array.isArray(body) ? body : [];
  refuseIssues(
    list.flatMap((command, index) =>
      schemaIssues(ApplicationCommandUpdateRequestSchema, withNumericPermissions(command), [index]),
    ),
  );
  const commands = list.filter(isRecord);
  refuseIssues(commandSetIssues(commands, scope === "global" ? "global" : "guild"));
  return keep(core, scope, commands);
}

/** Discord's documentation has permissions as text, its specification as a number. It takes both. */
function withNumericPermissions(command: unknown): unknown {
  if (!isRecord(command)) return command;
  const permissions = command["default_member_permissions"];
  const isDigits = typeof permissions === "string" && /^\d+$/.test(permissions);
  return isDigits ? { ...command, default_member_permissions: Number(permissions) } : command;
}

function keep(core: DiscordCore, name: string, commands: readonly Command[]): Command[] {
  const scope = core.commands.get(name) ?? { list: [], creations: [] };
  const known = new Map(scope.list.map((command) => [keyOf(command), command]));
  const created = commands.filter((command) => !known.has(keyOf(command))).length;
  countCreations(scope, created, core.now());
  scope.list = commands.map((command) => ({
    default_member_permissions: null,
    nsfw: false,
    ...command,
    type: command["type"] ?? 1,
    id: known.get(keyOf(command))?.["id"] ?? core.newId(),
    application_id: core.applicationId,
    version: core.newId(),
    ...(name === "global" ? {} : { guild_id: name }),
  }));
  core.commands.set(name, scope);
  return [...scope.list];
}

const keyOf = (command: Command): string =>
  `${Number(command["type"] ?? 1)}:${textOf(command["name"])}`;

function countCreations(scope: CommandScope, created: number, nowMs: number): void {
  const today = scope.creations.filter((at) => nowMs - at < DAY_MS);
  if (today.length + created > CREATIONS_PER_DAY) {
    throw rateLimited({
      retryAfterSeconds: (Math.min(...today, nowMs) + DAY_MS - nowMs) / 1000,
      nowMs,
      code: 30034,
      message: `Max number of daily application command creates has been reached (${CREATIONS_PER_DAY})`,
    });
  }
  scope.creations = [...today, ...Array.from({ length: created }, () => nowMs)];
}
