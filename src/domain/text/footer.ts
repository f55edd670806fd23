import type { Notification } from "../notification.ts";
import type { Voice } from "../voice.ts";

/** Where it happened, with the name a group gave to the forge's host. */
export function footerOf(notification: Notification, voice: Voice): string {
  const place = notification.footer ?? "";
  const forge = forgeNameOf(notification.url, voice);
  if (forge === undefined || place.includes(forge)) return place;
  return place === "" ? forge : `${place} · ${forge}`;
}

function forgeNameOf(url: string | undefined, voice: Voice): string | undefined {
  if (url === undefined || !URL.canParse(url)) return undefined;
  const names = voice.forgeNames ?? {};
  const host = new URL(url).host;
  return Object.hasOwn(names, host) ? names[host] : undefined;
}
