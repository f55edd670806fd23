import type { World } from "./world.ts";

/** A person's browser: keeps cookies, follows nothing by itself. */
export interface Browser {
  open(url: string): Promise<Response>;
  submit(url: string, fields: Readonly<Record<string, string>>): Promise<Response>;
  /** Anything else, with the cookies. */
  send(url: string, init: RequestInit): Promise<Response>;
}

const BASE = "https://webhooker.example";

export function createBrowser(world: World): Browser {
  const cookies = new Map<string, string>();
  const ask = async (url: string, init: RequestInit): Promise<Response> => {
    const headers = new Headers(init.headers);
    headers.set("cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    const response = await world.send(new Request(new URL(url, BASE), { ...init, headers }));
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    return response;
  };
  return {
    send: ask,
    open: (url) => ask(url, { redirect: "manual" }),
    submit: (url, fields) =>
      ask(url, {
        method: "POST",
        body: new URLSearchParams(fields),
        headers: { "sec-fetch-site": "same-origin", origin: "null" },
        redirect: "manual",
      }),
  };
}

/** Follows a login link to GitHub; gives the address that GitHub sends the browser back to. No login: they say no. */
export async function decideAtGitHub(
  world: World,
  browser: Browser,
  link: string,
  login: string | undefined,
): Promise<string> {
  await browser.open(link);
  const state = new URL(link).searchParams.get("state") ?? "";
  const left = await browser.submit("/auth/github", { state });
  return world.github.decide(left.headers.get("location") ?? "", login);
}

/** The same and back: the page that the browser then shows. */
export async function throughGitHub(
  world: World,
  link: string,
  login: string | undefined,
): Promise<string> {
  const browser = createBrowser(world);
  const back = await decideAtGitHub(world, browser, link, login);
  return (await browser.open(back)).text();
}

/** What the last page shows for Discord. */
export function codeOn(page: string): string {
  const code = /\b[A-Z2-9]{4}-[A-Z2-9]{4}\b/.exec(page)?.[0];
  if (code === undefined) throw new Error(`There is no code on the page: ${page}`);
  return code;
}

/** What the last page leads back to Telegram with. */
export function startOn(page: string): string {
  const payload = /https:\/\/t\.me\/WebHookerBot\?start=([\w-]+)/.exec(page)?.[1];
  if (payload === undefined) throw new Error(`There is no deep link on the page: ${page}`);
  return payload;
}
