import { html, raw } from "hono/html";
import type { App } from "./tokens.ts";
import type { World } from "./world.ts";

const STYLE = raw(`<style>
:root{color-scheme:light dark;--line:light-dark(#d0d7de,#3d444d);--soft:light-dark(#59636e,#9198a1)}
body{font:1.05rem/1.6 system-ui,sans-serif;max-width:26rem;margin:10vh auto;padding:0 1.2rem}
h1{font-size:1.4rem;line-height:1.25;margin:0 0 .5rem}
main{border:1px solid var(--line);border-radius:.75rem;padding:1.4rem}
form{display:grid;gap:.6rem;margin-top:1.2rem}
button{font:inherit;padding:.6rem 1rem;border:1px solid var(--line);border-radius:.5rem;background:none;color:inherit;text-align:start;cursor:pointer}
button:hover{border-color:#1f6feb}
button.cancel{border-color:transparent;text-align:center}
.soft{color:var(--soft);font-size:.9rem}
</style>`);

/** Where a person says yes, as one of these accounts, or no. `asked` comes back with the answer. */
export function authorizePage(
  app: App,
  world: World,
  asked: Readonly<Record<string, string | undefined>>,
) {
  const hidden = Object.entries(asked).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value ?? ""}" />`,
  );
  const people = world.users
    .filter(({ signsIn }) => signsIn !== false)
    .map(
      ({ login, name }) =>
        html`<button name="user" value="${login}">
          Authorize as <b>${login}</b> <span class="soft">${name}</span>
        </button>`,
    );
  const kind = app.kind === "app" ? "GitHub App" : "OAuth App";
  // A GitHub App's permissions are its own: it has no scopes.
  const scope = app.kind === "app" ? "" : (asked["scope"] ?? "");
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>Authorize WebHooker</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        ${STYLE}
      </head>
      <body>
        <main>
          <p class="soft">Stand-in GitHub</p>
          <h1>Authorize WebHooker</h1>
          <p>This ${kind} would like to act on your behalf.</p>
          ${scope === "" ? "" : html`<p class="soft">It asks for: ${scope}</p>`}
          <form method="post" action="authorize">
            ${hidden}${people}
            <button class="cancel" name="user" value="">Cancel</button>
          </form>
        </main>
      </body>
    </html>`;
}
