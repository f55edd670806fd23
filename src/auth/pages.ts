import { html } from "hono/html";
import type { HandshakeStart } from "../services/account-types.ts";
import type { MessageKey, MessageParams, Translate } from "../i18n/translate.ts";
import type { LastStep } from "./last-step.ts";
import type { Html } from "./page.ts";

/** What the reader sees: a heading and what is below it. */
export interface Content {
  heading: MessageKey;
  body: Html;
}

/** Names the chat account that is about to be linked; only a press of the button goes on. */
export function startContent(t: Translate, start: HandshakeStart, state: string): Content {
  const who = t(`auth.start.${start.platform}`, { name: start.name });
  return {
    heading: "auth.start.heading",
    body: html`<p>${who}</p>
      <p class="note">${t("auth.start.warning")}</p>
      <form method="post" action="/auth/github">
        <input type="hidden" name="state" value="${state}" />
        <button>${t("auth.start.button")}</button>
      </form>`,
  };
}

/** Signing in at this site: nothing begins before the button is pressed. */
export function signInContent(
  t: Translate,
  redirectTo: string,
  text: MessageKey = "auth.sign_in.text",
): Content {
  return {
    heading: "auth.sign_in.heading",
    body: html`<p>${t(text)}</p>
      <form method="post" action="/auth/github">
        <input type="hidden" name="redirectTo" value="${redirectTo}" />
        <button>${t("auth.start.button")}</button>
      </form>`,
  };
}

/** Shows the secret that ends the login, in this browser alone, and where to take it. */
export function waitingContent(
  t: Translate,
  { start, secret, login }: LastStep,
  telegramUrl: string | undefined,
): Content {
  const last =
    start.platform === "discord" ? discordStep(t, secret) : telegramStep(t, secret, telegramUrl);
  return {
    heading: "auth.last_step",
    body: html`<p>${t("auth.signed_in", { login: `@${login}` })}</p>
      ${last}
      <p class="note">${t("auth.warning", { name: start.name })}</p>`,
  };
}

function discordStep(t: Translate, code: string): Html {
  return html`<p>${t("auth.discord.code")}</p>
    <p class="code">${code}</p>
    <p><code>${t("auth.discord.how", { code })}</code></p>`;
}

/** The link alone would fail where no Telegram is installed, so the message behind it is shown, too. */
function telegramStep(t: Translate, secret: string, url: string | undefined): Html {
  return html`${leadTo(url, t("auth.telegram.open"))}
    <p>${t("auth.telegram.how")}</p>
    <p class="code small">/start ${secret}</p>`;
}

/** An end that linked nothing: what happened and the way on, as a button where the chat has an address. */
export function problemContent(
  t: Translate,
  key: MessageKey,
  params?: MessageParams,
  chatUrl?: string,
): Content {
  const back = leadTo(chatUrl, t("commands.telegram.open_private"));
  return {
    heading: "auth.problem",
    body: html`<p>${t(key, params)}</p>
      ${back}`,
  };
}

function leadTo(url: string | undefined, label: string): Html | "" {
  if (url === undefined) return "";
  return html`<p>
    <a class="button" href="${url}" rel="noreferrer">${label}</a>
  </p>`;
}
