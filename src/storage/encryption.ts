/**
 * Secrets at rest: AES-256-GCM under a key derived for one purpose, with a fresh IV, bound to the
 * record it lies in, so that a value moved to another record does not open.
 */
export interface Encryption {
  seal(place: Place, text: string): Promise<string>;
  /** Undefined: it does not open here (another key, another record, damaged). */
  open(place: Place, stored: string): Promise<Opened | undefined>;
}

export interface Place {
  /** The kind of secret, which has a key of its own. */
  purpose: string;
  /** The record's key: additional data of the encryption. */
  record: string;
}

export interface Opened {
  text: string;
  /** Stored under the previous key, or unencrypted by an older deployment: seal it anew. */
  outdated: boolean;
}

interface Keys {
  /** The secret `ENCRYPTION_KEY`: 32 random bytes, in any text form. */
  key: string;
  /** `ENCRYPTION_KEY_PREVIOUS`, still opened. */
  previous?: string | undefined;
}

/** `v1.{key id}.{iv}.{ciphertext}`, the last two in base64url. */
const SEALED = /^v1\.([0-9a-f]{8})\.([\w-]{16})\.([\w-]{22,})$/;
const IV_BYTES = 12;

/** Undefined without a key of at least 32 characters: then nothing may be stored that needs one. */
export function createEncryption({
  key,
  previous,
}: { key: string | undefined } & Omit<Keys, "key">): Encryption | undefined {
  if (key === undefined || key.length < 32) return undefined;
  const derived = new Map<string, CryptoKey>();
  const ids = new Map<string, string>();

  const idOf = async (secret: string): Promise<string> => {
    const id = ids.get(secret) ?? (await keyId(secret));
    ids.set(secret, id);
    return id;
  };

  const keyFor = async (secret: string, purpose: string): Promise<CryptoKey> => {
    const name = `${secret === key ? "current" : "previous"}:${purpose}`;
    const made = derived.get(name) ?? (await deriveKey(secret, purpose));
    derived.set(name, made);
    return made;
  };

  return {
    async seal(place, text) {
      const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
      const sealed = await crypto.subtle.encrypt(
        { name: "AES-GCM", iv, additionalData: boundTo(place) },
        await keyFor(key, place.purpose),
        new TextEncoder().encode(text),
      );
      return `v1.${await idOf(key)}.${toBase64Url(iv)}.${toBase64Url(new Uint8Array(sealed))}`;
    },

    async open(place, stored) {
      const [, id, iv, sealed] = SEALED.exec(stored) ?? [];
      if (id === undefined || iv === undefined || sealed === undefined) {
        return { text: stored, outdated: true };
      }
      for (const secret of [key, previous]) {
        if (secret === undefined || (await idOf(secret)) !== id) continue;
        const text = await decrypt(await keyFor(secret, place.purpose), iv, sealed, place);
        return text === undefined ? undefined : { text, outdated: secret !== key };
      }
      return undefined;
    },
  };
}

async function decrypt(
  key: CryptoKey,
  iv: string,
  sealed: string,
  place: Place,
): Promise<string | undefined> {
  try {
    const opened = await crypto.subtle.decrypt(
      { name: "AES-GCM", iv: fromBase64Url(iv), additionalData: boundTo(place) },
      key,
      fromBase64Url(sealed),
    );
    return new TextDecoder().decode(opened);
  } catch {
    // WebCrypto does not say more than that it does not open.
    return undefined;
  }
}

function boundTo({ purpose, record }: Place): Uint8Array {
  return new TextEncoder().encode(`${purpose}\n${record}`);
}

async function deriveKey(secret: string, purpose: string): Promise<CryptoKey> {
  return await crypto.subtle.deriveKey(
    hkdf(`webhooker ${purpose}`),
    await material(secret, "deriveKey"),
    { name: "AES-GCM", length: 256 },
    false,
    ["encrypt", "decrypt"],
  );
}

/** Derived like a key, so that it tells nothing about the secret. */
async function keyId(secret: string): Promise<string> {
  const bits = await crypto.subtle.deriveBits(
    hkdf("webhooker key id"),
    await material(secret, "deriveBits"),
    32,
  );
  return Array.from(new Uint8Array(bits), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function hkdf(info: string) {
  const encoder = new TextEncoder();
  return { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(0), info: encoder.encode(info) };
}

async function material(secret: string, use: "deriveKey" | "deriveBits"): Promise<CryptoKey> {
  return await crypto.subtle.importKey("raw", new TextEncoder().encode(secret), "HKDF", false, [
    use,
  ]);
}

function toBase64Url(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function fromBase64Url(text: string): Uint8Array {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
