type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** An element with attributes and children; text is always text, never markup. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) made.setAttribute(name, "");
    else if (value !== undefined && value !== false) made.setAttribute(name, String(value));
  }
  made.append(...children);
  return made;
}

/** A small button. */
export function action(label: string, act: (button: HTMLButtonElement) => void): HTMLButtonElement {
  const button = element("button", { type: "button" }, label);
  button.addEventListener("click", () => act(button));
  return button;
}

/** The element of the page with this id. Throws when it is missing or of another kind. */
export function byId<T extends Element>(id: string, kind: new () => T): T {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`The page has no ${kind.name} #${id}`);
  return found;
}

/** What a form's fields hold, by name. */
export function valuesOf(form: HTMLFormElement): Record<string, string> {
  const texts = [...new FormData(form)].flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value] as const] : [],
  );
  return Object.fromEntries(texts);
}

export function onlyWebAddress(address: string): string | undefined {
  return /^(https?|tg):\/\//i.test(address) ? address : undefined;
}

/** A round picture with somebody's first letter: nothing is loaded from elsewhere. */
export function picture(name: string, colour = colourOf(name)): string {
  const letter = /\w/.exec(name)?.[0].toUpperCase() ?? "?";
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="${colour}"/>` +
    `<text x="20" y="27" font-family="sans-serif" font-size="20" font-weight="600" fill="#fff" text-anchor="middle">` +
    `${letter.replace(/[<>&]/g, "?")}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

const COLOURS = ["#5865f2", "#2ea36b", "#c2571a", "#a0409c", "#1f88b5", "#b23c4f"];

function colourOf(name: string): string {
  let sum = 0;
  for (const letter of name) sum += letter.codePointAt(0) ?? 0;
  return COLOURS[sum % COLOURS.length] ?? "#5865f2";
}

/** Stands for a picture that would have to be loaded: somebody, in a colour of their own. */
export function portrait(address: string): string {
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="${colourOf(address)}"/>` +
    `<circle cx="20" cy="15" r="7" fill="#fff"/><path d="M6 40a14 14 0 0 1 28 0z" fill="#fff"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

export function timeOf(ms: number): string {
  return new Date(ms).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
}

/** How long ago or until, as chats say it. */
export function relativeTime(ms: number): string {
  const seconds = Math.round((ms - Date.now()) / 1000);
  const units = [
    ["day", 86_400],
    ["hour", 3_600],
    ["minute", 60],
  ] as const;
  const format = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
  const [unit, size] = units.find(([, size]) => Math.abs(seconds) >= size) ?? ["second", 1];
  return format.format(Math.round(seconds / size), unit);
}

/** The parts of the form in which a person writes on a platform. */
export function formOf(platform: "discord" | "telegram") {
  const form = byId(`${platform}-say`, HTMLFormElement);
  const part = <T extends Element>(selector: string, kind: new () => T): T => {
    const found = form.querySelector(selector);
    if (!(found instanceof kind)) throw new Error(`The form of ${platform} has no ${selector}`);
    return found;
  };
  return {
    form,
    input: part("input[name=text]", HTMLInputElement),
    list: part(".suggestions", HTMLDivElement),
    composer: part(".composer", HTMLDivElement),
  };
}
