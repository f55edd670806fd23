import { element } from "./dom.ts";

export interface Suggestion {
  label: string;
  note?: string;
  choose: () => void;
}

/** A list above a field: chosen by the arrows and Enter, or by a click. */
export interface Suggestions {
  show(items: readonly Suggestion[]): void;
  hide(): void;
  /** True when the key was the list's. */
  takesKey(event: KeyboardEvent): boolean;
}

const SHOWN_AT_MOST = 40;

export function createSuggestions(list: HTMLElement): Suggestions {
  let items: readonly Suggestion[] = [];
  let chosen = 0;
  /** What a screen reader is in, and so is told which item is chosen. */
  let field: Element | null = null;
  const draw = (): void => {
    list.hidden = items.length === 0;
    const rows = items.map(({ label, note, choose }, index) => {
      const row = element(
        "button",
        {
          id: `${list.id}-${index}`,
          type: "button",
          role: "option",
          tabindex: -1,
          "aria-selected": String(index === chosen),
        },
        element("b", {}, label),
        element("span", {}, note ?? ""),
      );
      // Before the field loses the focus.
      row.addEventListener("pointerdown", (event) => event.preventDefault());
      row.addEventListener("click", choose);
      return row;
    });
    list.replaceChildren(...rows);
    field?.setAttribute("aria-expanded", String(!list.hidden));
    if (list.hidden) field?.removeAttribute("aria-activedescendant");
    else field?.setAttribute("aria-activedescendant", `${list.id}-${chosen}`);
    rows[chosen]?.scrollIntoView({ block: "nearest" });
  };
  const hide = (): void => {
    items = [];
    draw();
  };
  return {
    show(shown) {
      field = document.activeElement;
      items = shown.slice(0, SHOWN_AT_MOST);
      chosen = 0;
      draw();
    },
    hide,
    takesKey(event) {
      if (items.length === 0) return false;
      const steps = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (steps !== undefined) {
        chosen = (chosen + steps + items.length) % items.length;
        draw();
      } else if (event.key === "Enter" || event.key === "Tab") items[chosen]?.choose();
      else if (event.key === "Escape") hide();
      else return false;
      event.preventDefault();
      return true;
    },
  };
}
