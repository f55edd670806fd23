import { UserError } from "../../domain/user-error.ts";
import { cutText } from "../../domain/text/cut.ts";
import type { About, Because, Explained, Refused, RuleName } from "../../services/why.ts";
import type { Command, CommandUse } from "../define.ts";
import { chatPlace, groupServices } from "../group-use.ts";
import { parseReference } from "../references.ts";
import { reasonText } from "../reason-text.ts";
import { privately, type Reply } from "../reply.ts";

/** Why this chat got, or did not get, an event: the rule that decided, in words. */
export const why: Command = {
  path: "why",
  description: "setup.why.description",
  args: [{ name: "link", type: "word", description: "setup.arg.link", maxLength: 300 }],
  needs: "person",
  run: runWhy,
};

/** Both platforms show so much in one message. */
const TEXT_LIMIT = 3_600;
/** So much of one rule and of one filter says which it is. */
const RULE_LENGTH = 300;

const DISCORD_MESSAGE = /^https:\/\/(?:\w+\.)?discord(?:app)?\.com\/channels\/[\w@]+\/\d+\/(\d+)/;
const TELEGRAM_MESSAGE = /^https:\/\/t\.me\/(?:c\/)?\w+\/(?:\d+\/)?(\d+)/;

async function runWhy(use: CommandUse): Promise<Reply> {
  const { t } = use;
  const found = await groupServices(use).why.explain(chatPlace(use), about(use));
  if (found.length === 0) return privately(t("setup.why.nothing"));
  const room = Math.floor(TEXT_LIMIT / found.length);
  return privately(found.map((one) => explanation(one, use, room)).join("\n\n"));
}

function about({ args, invocation, services }: CommandUse): About {
  const said = args["link"];
  const text = said ?? invocation.contextLinks[0];
  if (text === undefined) return {};
  const messageId = (DISCORD_MESSAGE.exec(text) ?? TELEGRAM_MESSAGE.exec(text))?.[1];
  if (messageId !== undefined) return { messageId };
  const { owner, repo, number } = parseReference(text, services.githubUrl) ?? {};
  if (owner !== undefined && repo !== undefined) {
    return { repo: `${owner}/${repo}`, ...(number !== undefined && { number }) };
  }
  // The answered message may show other links; only what was said must be understood.
  if (said === undefined) return {};
  throw new UserError("setup.why.unreadable", { text });
}

function explanation(one: Explained, { t }: CommandUse, room: number): string {
  const { event, action, repo, actor, at, outcome } = one;
  const head = t("setup.why.event", {
    event: action === undefined ? event : `${event}.${action}`,
    repo: repo ?? "-",
    actor: actor ?? "-",
    at: new Date(at),
  });
  if (outcome.type !== "unwanted") return `${head}\n${fate(outcome, t)}`;
  if (outcome.because.length === 0) return `${head}\n${t("setup.why.no_rules")}`;
  const intro = `${head}\n${t("setup.why.unwanted")}`;
  return [intro, ...reasonLines(outcome.because, t, room - intro.length)].join("\n");
}

/** Of an event that a rule wanted. */
function fate(
  outcome: Exclude<Explained["outcome"], { type: "unwanted" }>,
  t: CommandUse["t"],
): string {
  const rule = ruleText(outcome.by, t);
  switch (outcome.type) {
    case "shown":
      return t("setup.why.shown", { rule });
    case "quiet":
      return t("setup.why.quiet", { rule, reason: reasonText(outcome.reason, t) });
    case "failed":
      return t("setup.why.failed", { rule, reason: failureText(outcome, t) });
  }
}

/** Without a word of the platform nothing was even tried. */
function failureText(
  { reason, code }: Extract<Explained["outcome"], { type: "failed" }>,
  t: CommandUse["t"],
): string {
  if (code === undefined && reason === "ill_target") return t("setup.why.ill_target");
  const words = t(`delivery.reason.${reason}`);
  return code === undefined ? words : `${words} (${code})`;
}

/** As many as there is room for, whole, at least the nearest one; and how many there are besides. */
function reasonLines(because: readonly Refused[], t: CommandUse["t"], room: number): string[] {
  const lines = because.map(({ rule, because: why }) => {
    const reason = becauseText(why, t);
    if (rule === undefined) return `• ${reason}`;
    return `• ${t("setup.why.refused", { rule: ruleText(rule, t), reason })}`;
  });
  let length = 0;
  const end = lines.findIndex((line) => (length += line.length + 1) > room);
  const kept = end < 0 ? lines : lines.slice(0, Math.max(end, 1));
  const more = lines.length - kept.length;
  return more === 0 ? kept : [...kept, t("setup.list.more", { count: more })];
}

function ruleText(rule: RuleName | undefined, t: CommandUse["t"]): string {
  if (rule === undefined) return t("setup.why.rule_gone");
  const text =
    rule.line === undefined
      ? t("setup.why.rule", { name: rule.name })
      : `/gh subscribe ${rule.name} ${rule.line}`;
  return cutText(text, RULE_LENGTH);
}

function becauseText(because: Because, t: CommandUse["t"]): string {
  switch (because.type) {
    case "filter":
      return t("setup.why.filter", { filter: cutText(because.line, RULE_LENGTH) });
    case "one_of":
      return t("setup.why.one_of", { filters: cutText(because.line, RULE_LENGTH) });
    case "changed":
      return t("setup.why.changed");
    case "said":
      return reasonText(because.reason, t);
  }
}
