import { element, valuesOf } from "./dom.ts";
import { recordOf, recordsOf, textOf } from "./shown-message.ts";

/** Shows a form of Discord's and hands over what was filled in, by the inputs' ids. */
export function openForm(
  modal: { title: string; components: unknown },
  submit: (values: Record<string, string>) => void,
): void {
  const fields = recordsOf(modal.components).flatMap((component) => {
    const inner = recordOf(component["component"]);
    const inputs = inner["type"] === undefined ? recordsOf(component["components"]) : [inner];
    return inputs.map((input) => field(input, textOf(component["label"])));
  });
  const form = element(
    "form",
    { method: "dialog" },
    element("h2", {}, modal.title),
    ...fields,
    element(
      "div",
      { class: "row" },
      element("button", { class: "primary", value: "send" }, "Submit"),
      element("button", { value: "", formnovalidate: true }, "Cancel"),
    ),
  );
  const dialog = element("dialog", { class: "form", "aria-label": modal.title }, form);
  dialog.addEventListener("close", () => {
    const values = valuesOf(form);
    dialog.remove();
    if (dialog.returnValue === "send") submit(values);
  });
  document.body.append(dialog);
  dialog.showModal();
}

function field(input: Readonly<Record<string, unknown>>, outerLabel: string): HTMLElement {
  const shared = {
    name: textOf(input["custom_id"]),
    placeholder: textOf(input["placeholder"]),
    maxlength: Number(input["max_length"] ?? 4_000),
    required: input["required"] !== false,
  };
  const isLong = input["style"] === 2;
  const control = isLong ? element("textarea", { ...shared, rows: 5 }) : element("input", shared);
  control.value = textOf(input["value"]);
  return element("label", {}, outerLabel || textOf(input["label"]), control);
}
