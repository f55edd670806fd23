import { action, element } from "./dom.ts";

export interface MenuItem {
  label: string;
  choose: () => void;
}

/** A menu below the button that opened it. */
export function openMenu(button: HTMLElement, items: readonly MenuItem[]): void {
  const { left, bottom } = button.getBoundingClientRect();
  const menu = element("div", { class: "menu", popover: "auto", role: "menu" });
  menu.style.left = `${left}px`;
  menu.style.top = `${bottom}px`;
  menu.addEventListener("toggle", (event) => {
    if (event.newState === "closed") menu.remove();
  });
  const buttons = items.map(({ label, choose }) =>
    action(label, () => {
      menu.hidePopover();
      choose();
    }),
  );
  menu.replaceChildren(...buttons);
  document.body.append(menu);
  menu.showPopover();
  // Near the bottom it opens upwards.
  const hidden = menu.getBoundingClientRect().bottom - window.innerHeight;
  if (hidden > 0) menu.style.top = `${Math.max(0, bottom - hidden - 8)}px`;
}
