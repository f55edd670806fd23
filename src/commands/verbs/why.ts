import { UserError } from "../../domain/user-error.ts";
import type { MessageKey } from "../../i18n/translate.ts";
import { type About, type Explained, OTHER_CONDITIONS, type RuleName } from "../../services/why.ts";
import type { Command, CommandUse } from "../define.ts";
import { chatPlace, groupServices } from "../group-use.ts";
import { parseReference } from "../references.ts";
import { privately, type Reply } from "../reply.ts";

/** Why this chat got, or did not get, an event: the rule that decided, in words. */
export const why: Command = {
  path: "why",
  description: "setup.why.description",
  args: [{ name: "link", type: "word", description: "setup.arg.link", maxLength: 300 }],
  needs: "person",
  run: runWhy,
};

const DISCORD_MESSAGE = /^https:\/\/(?:\w+\.)?discord(?:app)?\.com\/channels\/[\w@]+\/\d+\/(\d+)/;
const TELEGRAM_MESSAGE = /^https:\/\/t\.me\/(?:c\/)?\w+\/(?:\d+\/)?(\d+)/;

async function runWhy(use: CommandUse): Promise<Reply> {
  const { t } = use;
  const found = await groupServices(use).why.explain(chatPlace(use), about(use));
  if (found.length === 0) return privately(t("setup.why.nothing"));
  return privately(found.map((one) => explanation(one, use)).join("\n\n"));
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

function explanation(one: Explained, { t }: CommandUse): string {
  const { event, action, repo, actor, at, outcome } = one;
  const head = t("setup.why.event", {
    event: action === undefined ? event : `${event}.${action}`,
    repo: repo ?? "-",
    actor: actor ?? "-",
    at: new Date(at),
  });
  switch (outcome.type) {
    case "shown":
      return `${head}\n${t("setup.why.shown")} ${ruleText(outcome.by, t)}`;
    case "failed":
      return `${head}\n${t("setup.why.failed", { reason: outcome.reason })}`;
    case "unwanted": {
      const reasons = outcome.because.map(
        ({ rule, reason }) =>
          `• ${rule === undefined ? "" : `${ruleText(rule, t)}: `}${reasonText(reason, t)}`,
      );
      const intro = t(reasons.length === 0 ? "setup.why.no_rules" : "setup.why.unwanted");
      return [head, intro, ...reasons].join("\n");
    }
  }
}

function ruleText(rule: RuleName | undefined, t: CommandUse["t"]): string {
  if (rule === undefined) return t("setup.why.rule_gone");
  return rule.line === undefined ? `“${rule.name}”` : `/gh subscribe ${rule.name} ${rule.line}`;
}

/** The matcher's words, which the log has in English. */
const REASONS: Readonly<Record<string, MessageKey>> = {
  "it is switched off": "setup.why.switched_off",
  "an earlier route stops here": "setup.why.stopped",
  "it is a fallback, and an ordinary route matched": "setup.why.fallback",
  "the group has no routes": "setup.why.no_rules_then",
  "an excluded expression holds": "setup.why.excluded",
  "none of its alternatives holds": "setup.why.alternatives",
  "the repository's owner is not one of the group's owners": "setup.why.owner",
  [OTHER_CONDITIONS]: "setup.why.other_conditions",
};

function reasonText(reason: string, t: CommandUse["t"]): string {
  const key = REASONS[reason];
  if (key !== undefined) return t(key);
  const filter = /^the filter ([^]*) says no$/.exec(reason)?.[1];
  return filter === undefined ? reason : t("setup.why.filter", { filter });
}
