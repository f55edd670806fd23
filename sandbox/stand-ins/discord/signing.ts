/** A key pair as a Discord application has it, made anew. */
export interface Signing {
  /** Hex, as the developer portal shows it. */
  publicKey: string;
  /** The headers that go with a body. `timestamp` in unix seconds. */
  headers(body: string, timestamp: string): Promise<Record<string, string>>;
}

export async function createSigning(): Promise<Signing> {
  const pair = await crypto.subtle.generateKey({ name: "Ed25519" }, true, ["sign", "verify"]);
  if (!("privateKey" in pair)) throw new Error("Ed25519 keys come in pairs");
  const raw = await crypto.subtle.exportKey("raw", pair.publicKey);
  if (!(raw instanceof ArrayBuffer)) throw new Error("A raw key is bytes");
  return {
    publicKey: hex(raw),
    async headers(body, timestamp) {
      const bytes = new TextEncoder().encode(timestamp + body);
      const signature = await crypto.subtle.sign({ name: "Ed25519" }, pair.privateKey, bytes);
      return { "X-Signature-Ed25519": hex(signature), "X-Signature-Timestamp": timestamp };
    },
  };
}

const hex = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
