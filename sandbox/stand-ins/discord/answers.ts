import {
  ApplicationCommandAutocompleteCallbackRequestSchema,
  IncomingWebhookInteractionRequestSchema,
  IncomingWebhookRequestPartialSchema,
  IncomingWebhookUpdateForInteractionCallbackRequestPartialSchema,
  IncomingWebhookUpdateRequestPartialSchema,
  ModalInteractionCallbackRequestSchema,
} from "discord-api-spec/zod";
import type { ShownMessage } from "../chat-log.ts";
import type { DiscordCore, Session } from "./core.ts";
import { type FormIssue, invalidForm, issue, refusal } from "./errors.ts";
import { messageIssues, refuseEmpty } from "./message-limits.ts";
import { changeMessage, EPHEMERAL, postMessage, refuseBadMessage } from "./messages.ts";
import {
  AUTOCOMPLETE,
  COMMAND,
  COMPONENT,
  MODAL_SUBMIT,
  PING,
  sessionMessage,
} from "./sessions.ts";
import { recordOf, recordsOf, refuseIssues, schemaIssues } from "./validate.ts";

type Body = Readonly<Record<string, unknown>>;

const MODAL_COMPONENTS_LIMIT = 5;

/** A modal as the person has it before them. */
export interface OpenModal {
  title: string;
  customId: string;
  components: readonly Record<string, unknown>[];
  channelId: string;
  personId: string;
  sourceId?: string;
}

/** What a person gets to see of an interaction's first answer. */
export type Answer =
  | { kind: "pong" }
  | { kind: "message"; message: ShownMessage }
  | { kind: "deferred"; ephemeral: boolean }
  | { kind: "update"; message: ShownMessage }
  | { kind: "deferred_update" }
  | { kind: "choices"; choices: { name: string; value: string | number }[] }
  | { kind: "modal"; modal: OpenModal };

/** Response types, and the interaction types each may answer. */
const ANSWERABLE: Readonly<Record<number, readonly number[]>> = {
  1: [PING],
  4: [COMMAND, COMPONENT, MODAL_SUBMIT],
  5: [COMMAND, COMPONENT, MODAL_SUBMIT],
  6: [COMPONENT, MODAL_SUBMIT],
  7: [COMPONENT, MODAL_SUBMIT],
  8: [AUTOCOMPLETE],
  9: [COMMAND, COMPONENT],
};

/** Takes an interaction's first answer. Throws Discord's refusal when it would not take it. */
export function acknowledge(core: DiscordCore, session: Session, response: unknown): Answer {
  if (session.state !== "open") throw refusal(40060);
  const { type, data } = recordOf(response);
  refuseIssues(typeIssues(session, type));
  const answer = answerOf(core, session, Number(type), recordOf(data), recordOf(response));
  session.state = answer.kind === "deferred" ? "deferred" : "answered";
  if (answer.kind === "deferred_update" && session.sourceId !== undefined) {
    session.originalId = session.sourceId;
  }
  return answer;
}

function typeIssues(session: Session, type: unknown): FormIssue[] {
  const isKnown = typeof type === "number" && ANSWERABLE[type]?.includes(session.type);
  const needsSource = type === 6 || type === 7;
  if (isKnown && !(needsSource && session.sourceId === undefined)) return [];
  const why = `Type ${String(type)} does not answer an interaction of type ${session.type}.`;
  return [issue(["type"], "BASE_TYPE_CHOICES", why)];
}

function answerOf(
  core: DiscordCore,
  session: Session,
  type: number,
  data: Body,
  response: Body,
): Answer {
  if (type === 4) return { kind: "message", message: firstMessage(core, session, data) };
  if (type === 5) return deferred(session, data);
  if (type === 6) return { kind: "deferred_update" };
  if (type === 7) return { kind: "update", message: updatedSource(core, session, data) };
  if (type === 8) return choices(response);
  if (type === 9) return { kind: "modal", modal: openModal(session, response) };
  return { kind: "pong" };
}

function firstMessage(core: DiscordCore, session: Session, data: Body): ShownMessage {
  refuseBadData(schemaIssues(IncomingWebhookInteractionRequestSchema, data), messageIssues(data));
  refuseEmpty(data);
  session.ephemeral = isEphemeral(data);
  return original(core, session, data);
}

/** Posts what `@original` means from now on. */
function original(core: DiscordCore, session: Session, body: Body): ShownMessage {
  const message = follow(core, session, body, session.ephemeral);
  session.originalId = message.messageId;
  session.state = "answered";
  return message;
}

function follow(core: DiscordCore, session: Session, body: Body, ephemeral: boolean): ShownMessage {
  const { channelId, personId } = session;
  const message = postMessage(core, {
    channelId,
    body,
    ...(ephemeral ? { onlyFor: personId } : {}),
  });
  session.messageIds.push(message.messageId);
  return message;
}

function deferred(session: Session, data: Body): Answer {
  const { flags, ...rest } = data;
  refuseBadData(
    Object.keys(rest).map((field) =>
      issue([field], "UNKNOWN_FIELD", "A deferred answer carries flags alone."),
    ),
    [0, EPHEMERAL, undefined].includes(flags as number | undefined)
      ? []
      : [issue(["flags"], "BASE_TYPE_INVALID", "Only EPHEMERAL is allowed.")],
  );
  session.ephemeral = isEphemeral(data);
  return { kind: "deferred", ephemeral: session.ephemeral };
}

function updatedSource(core: DiscordCore, session: Session, data: Body): ShownMessage {
  const schema = IncomingWebhookUpdateForInteractionCallbackRequestPartialSchema;
  refuseBadData(schemaIssues(schema, data), messageIssues(data));
  const source = core.log.find(session.channelId, session.sourceId ?? "");
  if (!source) throw refusal(10008);
  session.originalId = source.messageId;
  return changeMessage(core, source, data);
}

function choices(response: Body): Answer {
  refuseIssues(schemaIssues(ApplicationCommandAutocompleteCallbackRequestSchema, response));
  const list = recordsOf(recordOf(response["data"])["choices"]);
  return {
    kind: "choices",
    choices: list.map(({ name, value }) => ({
      name: String(name),
      value: typeof value === "number" ? value : String(value),
    })),
  };
}

function openModal(session: Session, response: Body): OpenModal {
  refuseIssues(schemaIssues(ModalInteractionCallbackRequestSchema, response));
  const data = recordOf(response["data"]);
  const components = recordsOf(data["components"]);
  const ids = components
    .flatMap((component) => inputsOf(component))
    .map((input) => input["custom_id"]);
  refuseBadData(
    components.length > MODAL_COMPONENTS_LIMIT
      ? [issue(["components"], "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 5 in length.")]
      : [],
    new Set(ids).size < ids.length
      ? [issue(["components"], "COMPONENT_CUSTOM_ID_DUPLICATED", "Custom ids are unique.")]
      : [],
  );
  return {
    title: String(data["title"]),
    customId: String(data["custom_id"]),
    components,
    channelId: session.channelId,
    personId: session.personId,
    ...(session.sourceId === undefined ? {} : { sourceId: session.sourceId }),
  };
}

/** The inputs of a modal's component: of a label one, of an old action row all. */
export function inputsOf(component: Readonly<Record<string, unknown>>): Record<string, unknown>[] {
  const { component: labelled, components } = component;
  return labelled === undefined ? recordsOf(components) : [recordOf(labelled)];
}

/** A follow-up; the first one after a deferral is the promised answer. */
export function followUp(core: DiscordCore, session: Session, body: Body): ShownMessage {
  refuseBadMessage(IncomingWebhookRequestPartialSchema, body);
  refuseEmpty(body);
  if (session.state === "deferred") return original(core, session, body);
  return follow(core, session, body, isEphemeral(body));
}

export function editFollowUp(
  core: DiscordCore,
  session: Session,
  id: string,
  body: Body,
): ShownMessage {
  refuseBadMessage(IncomingWebhookUpdateRequestPartialSchema, body);
  if (id === "@original" && session.state === "deferred") {
    refuseEmpty(body);
    return original(core, session, body);
  }
  return changeMessage(core, sessionMessage(core, session, id), body);
}

const isEphemeral = (body: Body): boolean => (Number(body["flags"] ?? 0) & EPHEMERAL) !== 0;

function refuseBadData(...lists: FormIssue[][]): void {
  const issues = lists.flat().map((found) => ({ ...found, path: ["data", ...found.path] }));
  if (issues.length > 0) throw invalidForm(issues);
}
