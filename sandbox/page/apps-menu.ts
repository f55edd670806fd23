import { action, element } from "./dom.ts";
import { saying } from "./notice.ts";
import { ask, type Commands } from "./server.ts";

/** The commands of a message's own menu, below the button that opened it. */
export function openAppsMenu(as: string, button: HTMLElement, use: (name: string) => void): void {
  const { left, bottom } = button.getBoundingClientRect();
  const menu = element("div", { class: "apps-menu", popover: "auto", role: "menu" });
  menu.style.left = `${left}px`;
  menu.style.top = `${bottom}px`;
  menu.addEventListener("toggle", (event) => {
    if (event.newState === "closed") menu.remove();
  });
  void saying(ask<Commands>("GET", `commands?as=${as}`)).then((commands) => {
    const items = (commands?.menu ?? []).map(({ name, label }) =>
      action(label, () => {
        menu.hidePopover();
        use(name);
      }),
    );
    menu.replaceChildren(...items);
    document.body.append(menu);
    menu.showPopover();
  });
}
