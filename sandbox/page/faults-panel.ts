import { action, byId, element, valuesOf } from "./dom.ts";
import { saying } from "./notice.ts";
import { ask } from "./server.ts";

interface ActiveFault {
  platform: string;
  number: number;
  kind: string;
  left?: number;
}

const CHAT_FAULTS: Readonly<Record<string, string>> = {
  rate_limited: "429, wait 5 s",
  server_error: "5xx",
  gone: "message gone",
  forbidden: "forbidden, kicked",
  unknown_chat: "chat unknown",
  archived: "thread archived, topic closed",
  rejected: "message refused",
  unauthorized: "bad token",
  dropped_before: "dropped before",
  dropped_after: "dropped after",
};
const FAULTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  discord: CHAT_FAULTS,
  telegram: { ...CHAT_FAULTS, migrated: "group became a supergroup" },
  github: {
    unauthorized: "401 bad credentials",
    forbidden: "403 no rights",
    app_permission_missing: "403 the app lacks a permission",
    app_not_approved: "403 app not approved",
    saml: "403 SAML sign-on",
    ip_not_allowed: "403 IP allow list",
    rate_limited: "403 rate limit",
    secondary_limit_403: "403 secondary limit",
    secondary_limit_429: "429 secondary limit",
    not_found: "404",
    gone: "410 issues disabled",
    unprocessable: "422",
    server_error: "500",
    bad_gateway: "502 without JSON",
    timeout: "no answer",
    dropped_after: "dropped after",
  },
};

/** Makes a platform fail, and lists what will still fail. */
export function setUpFaults(): void {
  const form = byId("faults", HTMLFormElement);
  const platforms = byId("fault-platform", HTMLSelectElement);
  const kinds = byId("fault-kind", HTMLSelectElement);
  const listKinds = (): void => {
    const options = Object.entries(FAULTS[platforms.value] ?? {}).map(([kind, label]) =>
      element("option", { value: kind }, label),
    );
    kinds.replaceChildren(...options);
  };
  platforms.addEventListener("change", listKinds);
  listKinds();
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const { platform, kind = "", times: count } = valuesOf(form);
    const needsWait = kind === "rate_limited" && platform !== "github";
    const fault = needsWait ? { kind, retryAfterSeconds: 5 } : { kind };
    showFaults(ask("POST", "faults", { platform, fault, times: Number(count) }));
  });
  byId("clear-faults", HTMLButtonElement).addEventListener("click", () =>
    showFaults(ask("DELETE", "faults")),
  );
  const refresh = (): void => {
    if (!byId("tab-faults", HTMLDivElement).hidden) showFaults(ask("GET", "faults"));
  };
  byId("open-faults", HTMLButtonElement).addEventListener("click", refresh);
  // Faults are used up by requests that the page does not see.
  setInterval(refresh, 2_000);
}

function showFaults(asked: Promise<ActiveFault[]>): void {
  void saying(asked).then((faults) => {
    if (faults === undefined) return;
    const items = faults.map(({ platform, number, kind, left }) =>
      element(
        "li",
        {},
        element("span", {}, `${platform}: ${FAULTS[platform]?.[kind] ?? kind} ×${left ?? "∞"}`),
        action("Remove", () => showFaults(ask("DELETE", `faults/${platform}/${number}`))),
      ),
    );
    const nothing = element("li", { class: "note" }, "Everything works.");
    byId("active-faults", HTMLUListElement).replaceChildren(
      ...(items.length > 0 ? items : [nothing]),
    );
  });
}
