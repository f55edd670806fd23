import { html } from "hono/html";
import type { Group } from "../domain/group.ts";
import type { Translate } from "../i18n/translate.ts";
import type { InstallationOffer } from "../services/installation-setup.ts";
import type { Html } from "./page.ts";
import type { Content } from "./pages.ts";

/** A page shows so many groups; the others are reached from their chats, which it says. */
const MOST_SHOWN = 50;

/** One button a group; a press lets the installation's events in. */
export function offerContent(t: Translate, id: string, offer: InstallationOffer): Content {
  const { owner, bound, groups, mayCreate } = offer;
  const heard =
    bound.length === 0
      ? ""
      : html`<p class="note">
          ${t("setup.install.bound_already", { names: bound.map(nameOf).join(", ") })}
        </p>`;
  const buttons = [
    ...(mayCreate ? [button("", t("setup.install.new_group", { owner }))] : []),
    ...groups.slice(0, MOST_SHOWN).map((group) => button(group.id, nameOf(group))),
  ];
  if (buttons.length === 0) {
    const text = bound.length > 0 ? t("setup.install.next") : t("setup.install.no_group");
    return {
      heading: "auth.installed.heading",
      body: html`${heading(t, owner)}${heard}
        <p>${text}</p>`,
    };
  }
  return {
    heading: "auth.installed.heading",
    body: html`${heading(t, owner)}${heard}
      <p>${t("setup.install.choose", { owner })}</p>
      <form method="post" action="/auth/github/install">
        <input type="hidden" name="installation" value="${id}" />
        ${buttons}
      </form>
      ${groups.length > MOST_SHOWN ? html`<p class="note">${t("setup.install.more")}</p>` : ""}`,
  };
}

export function boundContent(t: Translate, group: Group): Content {
  const owners = group.owners?.join(", ") ?? "*";
  return {
    heading: "setup.install.done_heading",
    body: html`<p>${t("setup.install.done", { name: nameOf(group), owners })}</p>
      <p>${t("setup.install.next")}</p>`,
  };
}

export function installedContent(t: Translate, requested: boolean): Content {
  const text = t(requested ? "auth.installed.requested" : "auth.installed.text");
  return {
    heading: requested ? "auth.last_step" : "auth.installed.heading",
    body: html`<p>${text}</p>
      <p>${t("auth.close")}</p>`,
  };
}

const heading = (t: Translate, owner: string): Html =>
  html`<p>${t("setup.install.where", { owner })}</p>`;

const button = (value: string, label: string): Html =>
  html`<p><button name="group" value="${value}">${label}</button></p>`;

const nameOf = ({ id, name }: Group): string => name || id;
