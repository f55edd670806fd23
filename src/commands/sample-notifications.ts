import type { Notification } from "../domain/notification.ts";
import type { Translate } from "../i18n/translate.ts";

/** One message of each kind, as they look; about a repository that is nobody's. */
export function sampleNotifications(t: Translate, githubUrl: string): readonly Notification[] {
  const repo = "octo-org/example";
  const url = `${githubUrl}/octo-org/example`;
  const author = { name: "octocat", url: `${githubUrl}/octocat` };
  const base = { author, footer: `${repo} · ${t("setup.sample.footer")}` };
  const who = { text: "octocat", bold: true };
  return [
    {
      ...base,
      tone: "open",
      icon: "🔀",
      headline: [who, " ", t("setup.sample.pull")],
      title: t("setup.sample.pull_title"),
      url,
    },
    {
      ...base,
      tone: "open",
      icon: "🐛",
      headline: [who, " ", t("setup.sample.issue")],
      title: t("setup.sample.issue_title"),
      url,
    },
    {
      ...base,
      tone: "info",
      icon: "📦",
      headline: [who, " ", t("setup.sample.push")],
      fields: [{ name: "main", value: [{ text: "a1b2c3d", code: true, url }, " fix: say hello"] }],
    },
    {
      ...base,
      tone: "failure",
      icon: "❌",
      headline: [t("setup.sample.run")],
      title: "CI",
      url,
    },
    {
      ...base,
      tone: "success",
      icon: "🚀",
      headline: [who, " ", t("setup.sample.release")],
      title: "v1.0.0",
      url,
    },
  ];
}
