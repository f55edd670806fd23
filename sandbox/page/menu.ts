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
  const buttons = items.map(({ label, choose }) => {
    const item = action(label, () => {
      menu.hidePopover();
      choose();
    });
    item.role = "menuitem";
    return item;
  });
  menu.replaceChildren(...buttons);
  menu.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const from = buttons.findIndex((item) => item === document.activeElement);
    buttons.at((from + step) % buttons.length)?.focus();
  });
  document.body.append(menu);
  menu.showPopover();
  buttons[0]?.focus();
  // Near the bottom it opens upwards.
  const hidden = menu.getBoundingClientRect().bottom - window.innerHeight;
  if (hidden > 0) menu.style.top = `${Math.max(0, bottom - hidden - 8)}px`;
}
