import { byId, element, timeOf } from "./dom.ts";
import { saying } from "./notice.ts";
import { ask, type Catalogue, type Delivery } from "./server.ts";

/** The first panel on the left: stories and payloads. */
export function setUpControls(catalogue: Catalogue): void {
  setUpStories(catalogue.stories);
  setUpPayloads(catalogue.examples);
}

function setUpStories(stories: Catalogue["stories"]): void {
  const items = stories.map(({ id, title }) => {
    const button = element("button", { type: "button" }, title);
    button.addEventListener("click", () => {
      void saying(ask("POST", "play", { story: id }));
      showChats();
    });
    return element("li", {}, button);
  });
  byId("stories", HTMLUListElement).replaceChildren(...items);
}

function setUpPayloads(examples: Catalogue["examples"]): void {
  const search = byId("search", HTMLInputElement);
  const select = byId("examples", HTMLSelectElement);
  const show = (): void => {
    const words = search.value.toLowerCase().split(/[\s/]+/);
    const found = examples.filter(({ id }) => words.every((word) => id.includes(word)));
    const options = found.map(({ id }) =>
      element("option", { value: id }, id.replaceAll("/", " · ")),
    );
    const none = element("option", { value: "", disabled: true }, "No payload has these words.");
    select.replaceChildren(...(options.length > 0 ? options : [none]));
    select.selectedIndex = options.length > 0 ? 0 : -1;
  };
  search.addEventListener("input", show);
  show();
  byId("send", HTMLFormElement).addEventListener("submit", (event) => {
    event.preventDefault();
    if (select.value === "") return;
    void saying(ask("POST", "send", { example: select.value }));
    showChats();
  });
  byId("show-payload", HTMLButtonElement).addEventListener(
    "click",
    () => void showPayload(select.value),
  );
}

/** On a narrow page the chats are below the controls: what comes of these would be out of sight. */
function showChats(): void {
  const chats = byId("discord", HTMLDivElement).closest("section");
  if (matchMedia("(max-width: 1000px)").matches) chats?.scrollIntoView();
}

async function showPayload(id: string): Promise<void> {
  const dialog = byId("payload", HTMLDialogElement);
  const payload = await saying(ask<unknown>("GET", `examples/${id}`));
  if (payload === undefined) return;
  dialog.querySelector("pre")?.replaceChildren(JSON.stringify(payload, undefined, 2));
  dialog.showModal();
}

const shownDeliveries = new Map<string, Delivery>();

/** Lists deliveries, newest first, with what the Worker answered. */
export function showDelivery(...deliveries: Delivery[]): void {
  for (const delivery of deliveries) {
    shownDeliveries.delete(delivery.id);
    shownDeliveries.set(delivery.id, delivery);
  }
  const newestFirst = [...shownDeliveries.values()].toReversed().slice(0, 60);
  if (newestFirst.length > 0) {
    byId("deliveries", HTMLOListElement).replaceChildren(...newestFirst.map(deliveryItem));
  }
}

function deliveryItem(delivery: Delivery): HTMLElement {
  const again = element(
    "button",
    { type: "button", title: "The same delivery, with the same id" },
    "Again",
  );
  again.addEventListener("click", () => void saying(ask("POST", "repeat", { id: delivery.id })));
  const times = delivery.sent > 1 ? ` ×${delivery.sent}` : "";
  const isGood = delivery.status >= 200 && delivery.status < 300;
  return element(
    "li",
    {},
    element(
      "span",
      { class: isGood ? "status good" : "status bad" },
      String(delivery.status || "–"),
    ),
    element(
      "span",
      { class: "what", title: delivery.answer },
      element("b", {}, `${delivery.event}${times}`),
      element("small", {}, `${delivery.label} · ${timeOf(delivery.at)}`),
      element("code", {}, delivery.answer),
    ),
    again,
  );
}
