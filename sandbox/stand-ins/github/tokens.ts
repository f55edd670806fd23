/** The tokens, codes and refresh tokens that the stand-in GitHub has issued. Times in ms. */
export interface App {
  clientId: string;
  clientSecret: string;
  /** `oauth`: tokens without an end; `app`: 8 hours and a refresh token that rotates. */
  kind: "app" | "oauth";
  /** The registered callback: redirects go there and below it, nowhere else. */
  callbackUrl: string;
  accessTokenSeconds: number;
}

export interface IssuedToken {
  accessToken: string;
  refreshToken?: string;
  userId: number;
  scope: string;
  expiresAt?: number;
  refreshExpiresAt?: number;
}

export interface IssuedCode {
  code: string;
  userId: number;
  redirectUri: string;
  challenge?: string;
  scope: string;
  expiresAt: number;
}

export interface Tokens {
  issueCode(code: Omit<IssuedCode, "code" | "expiresAt">): string;
  /** A code works once. */
  takeCode(code: string): IssuedCode | undefined;
  issue(userId: number, scope: string): IssuedToken;
  /** A new pair; the old one is dead at once. Undefined for a refresh token that is none (any more). */
  rotate(refreshToken: string): IssuedToken | undefined;
  /** The live token of this text. */
  find(accessToken: string): IssuedToken | undefined;
  remove(accessToken: string): boolean;
  /** The person withdraws their approval of the app: every token of theirs dies. */
  removeAllOf(userId: number): void;
  /** Makes every access token of a person look expired; refresh tokens live on. */
  expireAllOf(userId: number): void;
  all(): readonly IssuedToken[];
}

// https://docs.github.com/apps: a code lives 10 minutes, a refresh token about 6 months.
const CODE_MS = 600_000;
const REFRESH_SECONDS = 15_897_600;

export function createTokens(app: App, now: () => number): Tokens {
  let tokens: IssuedToken[] = [];
  let codes: IssuedCode[] = [];
  const issue = (userId: number, scope: string): IssuedToken => {
    const token: IssuedToken =
      app.kind === "oauth"
        ? { accessToken: `gho_${random()}`, userId, scope }
        : {
            accessToken: `ghu_${random()}`,
            refreshToken: `ghr_${random()}`,
            userId,
            scope: "",
            expiresAt: now() + app.accessTokenSeconds * 1000,
            refreshExpiresAt: now() + REFRESH_SECONDS * 1000,
          };
    tokens.push(token);
    return token;
  };
  return {
    issueCode: (asked) => {
      const code = random().slice(0, 20);
      codes.push({ ...asked, code, expiresAt: now() + CODE_MS });
      return code;
    },
    takeCode: (code) => {
      const taken = codes.find((c) => c.code === code && c.expiresAt > now());
      codes = codes.filter((c) => c !== taken);
      return taken;
    },
    issue,
    rotate: (refreshToken) => {
      const old = tokens.find((token) => token.refreshToken === refreshToken);
      if (!old || (old.refreshExpiresAt ?? 0) <= now()) return undefined;
      tokens = tokens.filter((token) => token !== old);
      return issue(old.userId, old.scope);
    },
    find: (accessToken) =>
      tokens.find((t) => t.accessToken === accessToken && (t.expiresAt ?? Infinity) > now()),
    remove: (accessToken) => {
      const before = tokens.length;
      tokens = tokens.filter((token) => token.accessToken !== accessToken);
      return tokens.length < before;
    },
    removeAllOf: (userId) => void (tokens = tokens.filter((token) => token.userId !== userId)),
    expireAllOf: (userId) => {
      for (const token of tokens) if (token.userId === userId) token.expiresAt = now();
    },
    all: () => tokens,
  };
}

function random(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(18));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
