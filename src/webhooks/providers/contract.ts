import { describe, expect, it } from "vitest";
import { NOW, testIngress } from "../ingress.fixture.ts";
import type { WebhookProvider } from "./provider.ts";

/** What a provider's test says of its sender; the contract's cases follow from it. */
export interface ProviderSample {
  provider: WebhookProvider;
  /** A body that the provider can read. */
  body: string;
  /** The headers with which the sender would post the body. */
  headers(bytes: Uint8Array, secret: string): Promise<Record<string, string>>;
  /** The header that carries the signature. */
  signature: string;
}

const SECRET = "correct horse battery staple";
const OLD_SECRET = "an older secret";

/** Behaviour that every provider shares. */
export function providerContract(sample: ProviderSample): void {
  describe(`as every provider, ${sample.provider.name}`, () => {
    signatureContract(sample);
    forgeryContract(sample);
    intakeContract(sample);
  });
}

const encode = (text: string) => new TextEncoder().encode(text);

function verifier({ provider, body }: ProviderSample) {
  return (
    headers: Record<string, string>,
    secrets: readonly string[] = [SECRET],
    bytes = encode(body),
  ) => provider.verify({ headers: new Headers(headers), bytes }, secrets, NOW);
}

function signatureContract(sample: ProviderSample): void {
  const { provider, signature } = sample;
  const bytes = encode(sample.body);
  const verify = verifier(sample);

  it("recognises its own headers and no others", async () => {
    const headers = await sample.headers(bytes, SECRET);
    expect(provider.recognise(new Headers(headers))).toBeDefined();
    expect(provider.recognise(new Headers({ "x-other-event": "push" }))).toBeUndefined();
  });

  it("believes a good signature", async () => {
    expect(await verify(await sample.headers(bytes, SECRET))).toBe("ok");
  });

  it("does not believe a signature made with another secret", async () => {
    expect(await verify(await sample.headers(bytes, "guess"))).toBe("wrong");
  });

  it("does not believe a body of which one byte was changed", async () => {
    const tampered = bytes.slice();
    tampered[3] = (tampered[3] ?? 0) ^ 1;
    const headers = await sample.headers(bytes, SECRET);
    expect(await verify(headers, [SECRET], tampered)).toBe("wrong");
  });

  it("tells a missing signature from a wrong one", async () => {
    const { [signature]: _signature, ...unsigned } = await sample.headers(bytes, SECRET);
    expect(await verify(unsigned)).toBe("missing");
    expect(await verify({ ...unsigned, [signature]: " " })).toBe("missing");
  });
}

function forgeryContract(sample: ProviderSample): void {
  const { signature } = sample;
  const bytes = encode(sample.body);
  const verify = verifier(sample);

  it.each(["sha256=", "sha256=zz", "sha1=757107ea", "757107ea", "sha256=" + "0".repeat(64)])(
    "does not believe the signature %j",
    async (value) => {
      const headers = await sample.headers(bytes, SECRET);
      expect(await verify({ ...headers, [signature]: value })).toBe("wrong");
    },
  );

  it("believes the old and the new secret while they rotate, and the new one alone after", async () => {
    const old = await sample.headers(bytes, OLD_SECRET);
    expect(await verify(old, [SECRET, OLD_SECRET])).toBe("ok");
    expect(await verify(await sample.headers(bytes, SECRET), [SECRET, OLD_SECRET])).toBe("ok");
    expect(await verify(old, [SECRET])).toBe("wrong");
  });

  it("believes nothing where no secret is set, not even a signature with an empty one", async () => {
    const headers = await sample.headers(bytes, SECRET);
    expect(await verify(headers, [])).toBe("wrong");
    expect(await verify(headers, [""])).toBe("wrong");
  });
}

function intakeContract(sample: ProviderSample): void {
  const { provider } = sample;
  const bytes = encode(sample.body);
  const verify = verifier(sample);

  it("takes the same request in once", async () => {
    const ingress = testIngress({ secrets: { [`${provider.name}:acme`]: [SECRET] } });
    const headers = await sample.headers(bytes, SECRET);
    const first = await ingress.post("/webhook/acme", { headers, body: bytes });
    const second = await ingress.post("/webhook/acme", { headers, body: bytes });
    expect(first.status).toBe(202);
    expect([200, 401]).toContain(second.status);
    expect(ingress.jobs).toHaveLength(1);
  });

  it("verifies emoji, accents, CRLF and a byte-order mark as the bytes they are", async () => {
    const odd = encode(`\uFEFF${sample.body.replace("{", "{\r\n")} `);
    const headers = await sample.headers(odd, SECRET);
    expect(await verify(headers, [SECRET], odd)).toBe("ok");
    const parsed = provider.parse(
      {
        provider: provider.name,
        endpoint: "acme",
        deliveryId: "1",
        event: "push",
        form: false,
        receivedAt: NOW,
      },
      `\uFEFF${sample.body}`,
    );
    expect(parsed).not.toHaveProperty("unreadable");
  });
}
