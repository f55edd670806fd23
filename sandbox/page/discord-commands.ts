import type { ChatPanel } from "./chat-panel.ts";
import { action, element, valuesOf } from "./dom.ts";
import { ask, type Command, type Option } from "./server.ts";
import type { Suggestions } from "./suggestions.ts";

const TYPING_PAUSE_MS = 200;

/** Somebody who writes a whole command needs no list any more. */
export function isTypedOut(typed: string, commands: readonly Command[]): boolean {
  const path = typed.slice(1).trim();
  return /\s[\w-]+:/.test(typed) || commands.some((command) => command.path.join(" ") === path);
}

/** The commands in whose names all typed words are. */
export function matching(commands: readonly Command[], typed: string): Command[] {
  const words = typed.slice(1).toLowerCase().split(/\s+/).filter(Boolean);
  return commands.filter(({ path }) => {
    const name = path.join(" ").toLowerCase();
    return words.every((word) => name.includes(word));
  });
}

interface Surroundings {
  panel: ChatPanel;
  form: HTMLFormElement;
  suggestions: Suggestions;
  cancel: () => void;
}

interface Completion {
  name: string;
  value: string;
}

/** A chosen command with a field for each option. */
export function chosenCommand(command: Command, around: Surroundings): HTMLElement {
  const fields = command.options.map((option) => {
    const complete = (typed: string) => completions(command, option, typed, around);
    return optionField(option, around.suggestions, complete);
  });
  return element(
    "div",
    { class: "chosen" },
    element("b", {}, `/${command.path.join(" ")}`),
    ...fields,
    action("✕", around.cancel),
  );
}

function optionField(
  { name, description, required, choices, completes }: Option,
  suggestions: Suggestions,
  complete: (typed: string) => Promise<Completion[]>,
): HTMLElement {
  if (choices.length > 0) {
    const empty = required ? [] : [element("option", { value: "" }, "")];
    const items = choices.map((choice) => element("option", { value: choice.value }, choice.name));
    const select = element("select", { name, title: description }, ...empty, ...items);
    return element("label", {}, name, select);
  }
  const input = element("input", {
    name,
    required,
    title: description,
    autocomplete: "off",
    ...(completes
      ? { role: "combobox", "aria-controls": "discord-suggestions", "aria-expanded": "false" }
      : {}),
  });
  if (completes) completeWhileTyping(input, suggestions, complete);
  return element("label", {}, name, input);
}

function completeWhileTyping(
  input: HTMLInputElement,
  suggestions: Suggestions,
  complete: (typed: string) => Promise<Completion[]>,
): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const suggest = async (): Promise<void> => {
    const found = await complete(input.value).catch(() => []);
    if (document.activeElement !== input) return;
    const shown = found.map((choice) => ({
      label: choice.name,
      choose() {
        input.value = choice.value;
        suggestions.hide();
      },
    }));
    suggestions.show(shown);
  };
  const later = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void suggest(), TYPING_PAUSE_MS);
  };
  input.addEventListener("input", later);
  input.addEventListener("focus", later);
  input.addEventListener("blur", () => suggestions.hide());
}

function completions(
  { path }: Command,
  { name }: Option,
  typed: string,
  { panel, form }: Surroundings,
): Promise<Completion[]> {
  const { text: _, ...filled } = valuesOf(form);
  const others = Object.entries(filled).filter(([, value]) => value !== "");
  const options = { ...Object.fromEntries(others), [name]: typed };
  const { chatId } = panel.place();
  return ask("POST", "suggest", { as: panel.person().id, chatId, path, options, focused: name });
}
