import { action, byId, element, valuesOf } from "./dom.ts";
import { saying } from "./notice.ts";
import { ask, type GitHubView, type Repository, type Thread } from "./server.ts";

const PERMISSIONS = ["none", "read", "write", "admin"];
const SWITCHES = [
  ["archived", "archived"],
  ["saml", "needs SAML sign-on"],
  ["hasIssues", "issues enabled"],
  ["installed", "App installed"],
] as const;

/** The stand-in GitHub: what stands in its repositories, and what can be switched there. */
export function createGitHubPanel(): { show: (view: GitHubView) => void } {
  const shown = byId("github-view", HTMLDivElement);
  const opened = new Set<string>();
  const foldable = (key: string, startsOpen: boolean, ...content: (Node | string)[]): Element => {
    if (startsOpen && !opened.has(`-${key}`)) opened.add(key);
    const drawn = element("details", { open: opened.has(key), "data-key": key }, ...content);
    drawn.addEventListener("toggle", () => {
      opened.delete(drawn.open ? `-${key}` : key);
      opened.add(drawn.open ? key : `-${key}`);
    });
    return drawn;
  };
  return {
    show(view) {
      // Somebody is writing or choosing here: what changed is shown with the next change.
      const active = document.activeElement;
      if (active instanceof HTMLInputElement && shown.contains(active) && active.value !== "")
        return;
      const people = view.people.map(({ login }) => login);
      const repositories = view.repositories.map((repo, index) =>
        foldable(
          repo.name,
          index === 0,
          element("summary", {}, repo.name),
          foldable(
            `${repo.name} rights`,
            false,
            element("summary", {}, "Rights and switches"),
            rights(repo, view),
          ),
          ...repo.threads.map((thread) =>
            foldable(
              `${repo.name}#${thread.number}`,
              false,
              threadSummary(thread),
              threadContent(repo.name, thread, people),
            ),
          ),
          ...(repo.threads.length > 0
            ? []
            : [element("p", { class: "note" }, "Nothing here yet: play a story.")]),
        ),
      );
      shown.replaceChildren(...repositories);
    },
  };
}

function threadSummary({ number, title, state, isPull }: Thread): Element {
  const kind = isPull ? "pull request" : "issue";
  return element(
    "summary",
    {},
    element("span", { class: `state ${state}`, title: kind }, state),
    ` #${number} ${title}`,
  );
}

function threadContent(repository: string, thread: Thread, people: readonly string[]): Element {
  const { author, labels, head, said, reactions, number, isPull, state } = thread;
  const facts = [`by ${author}`, ...labels, ...(head === undefined ? [] : [`head ${head}`])];
  const push = action(
    "Push a commit",
    () => void saying(ask("POST", "github/push", { repository, number, login: "tomas" })),
  );
  return element(
    "div",
    { class: "thread" },
    element("p", { class: "note" }, facts.join(" · "), ` ${reactions.join(" ")}`),
    ...said.map(({ author: by, text, verdict, reactions: given }) =>
      element(
        "p",
        { class: "said" },
        element("b", {}, verdict === undefined ? by : `${by} ${verdict}`),
        ` ${text} ${given.join(" ")}`,
      ),
    ),
    commentForm(repository, number, people),
    ...(isPull && state === "open" ? [push] : []),
  );
}

function commentForm(repository: string, number: number, people: readonly string[]): Element {
  const form = element(
    "form",
    { class: "row" },
    element(
      "select",
      { name: "login", "aria-label": "As" },
      ...people.map((login) => element("option", {}, login)),
    ),
    element("input", {
      name: "text",
      placeholder: "Comment on GitHub",
      "aria-label": "Comment",
      autocomplete: "off",
    }),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const { login, text } = valuesOf(form);
    form.reset();
    void saying(ask("POST", "github/comment", { repository, number, login, text }));
  });
  return form;
}

function rights(repo: Repository, { people }: GitHubView): Element {
  const rows = people.map(({ login, tokens }) => {
    const options = PERMISSIONS.map((name) =>
      element("option", { selected: name === (repo.permissions[login] ?? "none") }, name),
    );
    const select = element("select", { "aria-label": `Rights of ${login}` }, ...options);
    select.addEventListener("change", () => {
      const permission = select.value;
      void saying(ask("POST", "github/permission", { repository: repo.name, login, permission }));
    });
    const forTokens = (what: "expire" | "revoke") =>
      void saying(ask("POST", "github/tokens", { login, what }));
    return element(
      "p",
      { class: "row" },
      element("span", {}, `${login}, ${tokens} token${tokens === 1 ? "" : "s"}`),
      select,
      action("Expire", () => forTokens("expire")),
      action("Revoke", () => forTokens("revoke")),
    );
  });
  const switches = SWITCHES.map(([name, label]) => {
    const box = element("input", { type: "checkbox", checked: repo[name] });
    box.addEventListener(
      "change",
      () =>
        void saying(ask("POST", "github/switch", { repository: repo.name, name, on: box.checked })),
    );
    return element("label", { class: "switch" }, box, label);
  });
  return element("div", { class: "rights" }, ...rows, ...switches);
}
