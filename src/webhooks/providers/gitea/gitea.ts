import type { EventEnvelope } from "../../../domain/queue-job.ts";
import { isSignedBy } from "../hmac.ts";
import { eventOf, headerOf, type Parsed, type Verdict, type WebhookProvider } from "../provider.ts";
import { readBody } from "../read-body.ts";
import { inGithubsWords } from "./normalise.ts";

/** Forgejo sends Gitea's headers as well as its own, and both send GitHub's. */
const FORGES = ["x-forgejo", "x-gitea"] as const;

/** Gitea and Forgejo: https://docs.gitea.com/usage/webhooks */
export const gitea: WebhookProvider = {
  name: "gitea",
  groupOnly: false,
  recognise(headers) {
    // Older versions leave the name of a package or a status empty, and give it as the finer one.
    const eventType = saidFirst(headers, "event-type");
    const event = saidFirst(headers, "event") ?? eventType;
    if (event === undefined) return undefined;
    const deliveryId = saidFirst(headers, "delivery") ?? headerOf(headers, "x-github-delivery");
    return {
      event,
      ...(eventType === undefined ? {} : { eventType }),
      ...(deliveryId === undefined ? {} : { deliveryId }),
    };
  },
  async verify({ headers, bytes }, secrets): Promise<Verdict> {
    const signature =
      headerOf(headers, "x-forgejo-signature") ??
      headerOf(headers, "x-gitea-signature") ??
      headerOf(headers, "x-hub-signature-256");
    if (signature === undefined) return "missing";
    // Gitea's own header is bare hex; only the one it borrows from GitHub has a prefix.
    return (await isSignedBy(secrets, signature.replace(/^sha256=/, ""), bytes)) ? "ok" : "wrong";
  },
  parse: parseGitea,
};

/** What is not said under a forge's own name is taken from its elders'. */
function saidFirst(headers: Headers, name: string): string | undefined {
  const said = FORGES.map((prefix) => headerOf(headers, `${prefix}-${name}`));
  return said.find((value) => value !== undefined);
}

function parseGitea(envelope: EventEnvelope, body: string): Parsed {
  const read = readBody(envelope, body);
  if ("unreadable" in read) return read;
  const { event, payload } = inGithubsWords(envelope.event, read.payload);
  return eventOf(envelope, event, payload);
}
