import type { ChatPanel } from "./chat-panel.ts";
import { chosenCommand, isTypedOut, matching } from "./discord-commands.ts";
import { formOf, valuesOf } from "./dom.ts";
import { ask, type Command, type Commands, type Seen } from "./server.ts";
import { createSuggestions } from "./suggestions.ts";

/** Where a person writes on Discord: `/` lists the commands, a chosen one asks for its options. */
export function setUpDiscordComposer(panel: ChatPanel, tell: (seen: Promise<Seen>) => void): void {
  const { form, input, list, composer } = formOf("discord");
  const suggestions = createSuggestions(list);
  let chosen: Command | undefined;

  const reset = (): void => {
    chosen = undefined;
    suggestions.hide();
    input.value = "";
    composer.querySelector(".chosen")?.remove();
    input.hidden = false;
    input.focus();
  };
  const choose = (command: Command): void => {
    chosen = command;
    suggestions.hide();
    input.hidden = true;
    const row = chosenCommand(command, { panel, form, suggestions, cancel: reset });
    composer.prepend(row);
    (row.querySelector<HTMLElement>("input, select") ?? form.querySelector("button"))?.focus();
  };
  const listCommands = async (): Promise<void> => {
    const typed = input.value;
    if (!typed.startsWith("/")) return suggestions.hide();
    const { slash } = await ask<Commands>("GET", `commands?as=${panel.person().id}`);
    if (input.value !== typed || isTypedOut(typed, slash)) return suggestions.hide();
    const shown = matching(slash, typed).map((command) => ({
      label: `/${command.path.join(" ")}`,
      note: command.description,
      choose: () => choose(command),
    }));
    suggestions.show(shown);
  };

  input.addEventListener("input", () => void listCommands());
  form.addEventListener("keydown", (event) => {
    if (!suggestions.takesKey(event) && event.key === "Escape") reset();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (chosen === undefined && input.value.trim() === "") return;
    tell(sent(panel, form, chosen));
    reset();
  });
  panel.onChange(reset);
}

function sent(panel: ChatPanel, form: HTMLFormElement, chosen: Command | undefined): Promise<Seen> {
  const as = panel.person().id;
  const { chatId } = panel.place();
  const { text = "", ...filled } = valuesOf(form);
  if (!chosen) return ask("POST", "write", { as, platform: "discord", chatId, text: text.trim() });
  const options = Object.fromEntries(Object.entries(filled).filter(([, value]) => value !== ""));
  return ask("POST", "use", { as, chatId, path: chosen.path, options });
}
