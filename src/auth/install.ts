import type { Context } from "hono";
import { z } from "zod";
import type { Actor } from "../domain/actor.ts";
import { UserError } from "../domain/user-error.ts";
import { isMessageKey } from "../i18n/translate.ts";
import type { InstallationSetup } from "../services/installation-setup.ts";
import { comesFromOurPage } from "./browser-secret.ts";
import { formOf } from "./form.ts";
import { boundContent, installedContent, offerContent } from "./install-pages.ts";
import { languageFor } from "./language.ts";
import { problemContent, signInContent } from "./pages.ts";
import { type SessionReader, sessionOf } from "./session-cookie.ts";
import type { Show } from "./show.ts";

interface Deps {
  sessions: SessionReader;
  githubUrl: string;
  /** Absent where this deployment has no groups: then the page only says that the App is installed. */
  installationSetup?: InstallationSetup;
}

const Id = z.string().regex(/^\d{1,20}$/);
const Form = z.object({
  installation: Id,
  /** Empty: a new one. */
  group: z.string().max(64),
});

/**
 * The App's Setup URL: GitHub sends people here after an installation. Whoever opens it may have made
 * the id up, so it is only a question to GitHub.
 */
export async function showInstallation(c: Context, deps: Deps, show: Show): Promise<Response> {
  const { setup_action: action, installation_id: given } = c.req.query();
  const id = Id.safeParse(given);
  if (action === "request" || !id.success || deps.installationSetup === undefined) {
    return show(c, 200, (t) => installedContent(t, action === "request"));
  }
  const setup = deps.installationSetup;
  return asPerson(c, deps, show, id.data, async (actor) => {
    const offer = await setup.offer(actor, id.data);
    return show(c, 200, (t) => offerContent(t, id.data, offer));
  });
}

/** Lets the installation's events into the group that was pressed. */
export async function bindInstallation(c: Context, deps: Deps, show: Show): Promise<Response> {
  if (!comesFromOurPage(c)) return show(c, 403, (t) => problemContent(t, "setup.install.cross"));
  const form = Form.safeParse(await formOf(c));
  const setup = deps.installationSetup;
  if (!form.success || setup === undefined) {
    return show(c, 400, (t) => problemContent(t, "setup.install.unreadable"));
  }
  const { installation, group: groupId } = form.data;
  return asPerson(c, deps, show, installation, async (actor) => {
    const group =
      groupId === ""
        ? await setup.bindNew(actor, installation, languageFor(c.req.header("accept-language")))
        : await setup.bind(actor, installation, groupId);
    return show(c, 200, (t) => boundContent(t, group));
  });
}

/** As whoever is signed in here; who is not, or whose access has ended, signs in and comes back. */
async function asPerson(
  c: Context,
  deps: Deps,
  show: Show,
  installation: string,
  work: (actor: Actor) => Promise<Response>,
): Promise<Response> {
  const session = await sessionOf(c, deps.sessions);
  const signIn = () => {
    const back = `/auth/github/install?installation_id=${installation}`;
    const formTo = new URL(deps.githubUrl).origin;
    return show(c, 200, (t) => signInContent(t, back, "setup.install.sign_in"), { formTo });
  };
  if (session === undefined) return signIn();
  const { userId: githubUserId, login } = session;
  try {
    return await work({ type: "github", githubUserId, login });
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const { key, params } = error;
    if (key === "accounts.login_again") return signIn();
    if (!isMessageKey(key)) throw error;
    const status = key.startsWith("setup.") ? 403 : 503;
    return show(c, status, (t) => problemContent(t, key, params));
  }
}
