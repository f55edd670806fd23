import type { MessageKey, Translate } from "../i18n/translate.ts";

/** The words of the matcher, the formatters and the delivery, which the log has in English. */
const WORDS: Readonly<Record<string, MessageKey>> = {
  "it is switched off": "setup.why.switched_off",
  "an earlier route stops here": "setup.why.stopped",
  "it is a fallback, and an ordinary route matched": "setup.why.fallback",
  "the group has no routes": "setup.why.no_rules_then",
  "an excluded expression holds": "setup.why.excluded",
  "none of its alternatives holds": "setup.why.alternatives",
  "the repository's owner is not one of the group's owners": "setup.why.owner",
  "its expression is too large to be read": "setup.why.too_large",
  "it is told on the card of its pull request": "setup.why.on_card",
  "its subject has no message here": "setup.why.no_card",
  "a check of GitHub Actions is told by its workflow run": "setup.why.by_run",
  "the suites of GitHub Actions are told by their workflow runs": "setup.why.by_run",
  "a job is told on the card of its run": "setup.why.by_run",
  "the merge queue's own branches are told by its events": "setup.why.by_queue",
  "drafts are private until they are published": "setup.why.draft",
  "where the text is as it was": "setup.why.unchanged",
  "where a card stands in its column is no news": "setup.why.no_news",
  "the run that it starts tells it, and who started it": "setup.why.by_run",
  "it comes along with `published`, which tells it": "setup.why.along",
  "it comes along with `star`, which tells it": "setup.why.along",
  "where the team itself was deleted, which `team` tells": "setup.why.along",
  "it comes along with `repository` (`publicized`), which tells it": "setup.why.along",
  "in one repository `blocked_by_…` comes along, which tells it": "setup.why.along",
  "in one repository `sub_issue_…` comes along, which tells it": "setup.why.along",
  "it is the older twin of `package`, which tells the same": "setup.why.along",
  "it is the older twin of `dependabot_alert`, which tells the same": "setup.why.along",
  "the alert tells of the secret, and its page of every place": "setup.why.by_alert",
  "what a scan finds is told by its alerts": "setup.why.by_alert",
};

/** Why something was not shown, in the reader's language. */
export function reasonText(reason: string, t: Translate): string {
  const key = WORDS[reason];
  return key === undefined ? reason : t(key);
}
