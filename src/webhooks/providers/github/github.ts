import type { EventEnvelope } from "../../../domain/queue-job.ts";
import { isSignedBy } from "../hmac.ts";
import { eventOf, headerOf, type Parsed, type Verdict, type WebhookProvider } from "../provider.ts";
import { readBody } from "../read-body.ts";

const SIGNATURE = "x-hub-signature-256";
const SIGNATURE_PREFIX = "sha256=";

/** https://docs.github.com/webhooks/webhook-events-and-payloads */
export const github: WebhookProvider = {
  name: "github",
  groupOnly: false,
  recognise(headers) {
    const event = headerOf(headers, "x-github-event");
    if (event === undefined) return undefined;
    const deliveryId = headerOf(headers, "x-github-delivery");
    return { event, ...(deliveryId === undefined ? {} : { deliveryId }) };
  },
  async verify({ headers, bytes }, secrets): Promise<Verdict> {
    const signature = headerOf(headers, SIGNATURE);
    if (signature === undefined) return "missing";
    // Without its prefix it is of another kind, and wrong.
    const hex = signature.startsWith(SIGNATURE_PREFIX)
      ? signature.slice(SIGNATURE_PREFIX.length)
      : "";
    return (await isSignedBy(secrets, hex, bytes)) ? "ok" : "wrong";
  },
  parse: parseGithub,
};

function parseGithub(envelope: EventEnvelope, body: string): Parsed {
  const read = readBody(envelope, body);
  return "unreadable" in read ? read : eventOf(envelope, envelope.event, read.payload);
}
