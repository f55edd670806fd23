import { createDeeds, type Deeds } from "./deeds.ts";
import { createGitHubFaults, type GitHubFaultRule, type GitHubFaults } from "./faults.ts";
import { type AskedRequest, createFront, decide, type StandInFetch } from "./front.ts";
import { oauthPages } from "./oauth-pages.ts";
import { type Bases, createShapes } from "./payloads.ts";
import { learn, type ToldByPayload } from "./learn.ts";
import { addRepositoryPages } from "./repository-pages.ts";
import { restApi } from "./rest.ts";
import { addRepository, addUser, type NewRepository, type NewUser } from "./seed.ts";
import { type App, createTokens, type Tokens } from "./tokens.ts";
import { createWebhooks, type WebhookListener } from "./webhooks.ts";
import { createWorld, type Repository, type User, type World } from "./world.ts";

export interface StandInOptions extends Bases {
  app: Pick<App, "clientId" | "clientSecret" | "callbackUrl"> & Partial<App>;
  /** In ms. */
  now?: () => number;
  users?: readonly NewUser[];
  repositories?: readonly NewRepository[];
}

/** A GitHub of one's own: its sign-in pages and as much of its API as this project uses, in memory. */
export interface StandInGitHub extends Deeds {
  /** Answers what is addressed to either base; anything else is refused. */
  fetch: StandInFetch;
  /** Whether a request belongs here. */
  serves(url: string): boolean;
  world: World;
  tokens: Tokens;
  requests: readonly AskedRequest[];
  /** Requests that GitHub's REST description does not allow: empty when all is well. */
  violations: readonly string[];
  onWebhook(listener: WebhookListener): () => void;
  fail(rule: GitHubFaultRule): void;
  clearFaults(): void;
  faults: GitHubFaults;
  /** Takes over what a payload tells, so that it can be acted on here. */
  learn(told: ToldByPayload): void;
  /** A person opens an authorize URL and says yes, or with no login, no; returns where GitHub sends them. */
  decide(authorizeUrl: string, login: string | undefined): Promise<string>;
  addUser(user: NewUser): User;
  addRepository(repo: NewRepository): Repository;
}

export function createStandInGitHub(options: StandInOptions): StandInGitHub {
  const now = options.now ?? Date.now;
  const bases = { githubUrl: options.githubUrl, apiUrl: options.apiUrl };
  const app: App = { kind: "app", accessTokenSeconds: 28_800, ...options.app };
  const world = createWorld(now);
  for (const user of options.users ?? []) addUser(world, user);
  for (const repo of options.repositories ?? []) addRepository(world, repo);

  const tokens = createTokens(app, now);
  const shapes = createShapes(world, bases);
  const webhooks = createWebhooks(world, bases);
  const faults = createGitHubFaults();
  const violations: string[] = [];
  const requests: AskedRequest[] = [];
  const onViolation = (violation: string): void => void violations.push(violation);
  const pages = oauthPages({ app, world, tokens });
  addRepositoryPages(pages, world);
  const api = restApi({ app, bases, world, tokens, shapes, webhooks, onViolation });
  const front = createFront({ bases, pages, api, faults, requests, now });
  return {
    ...front,
    ...createDeeds(world, webhooks),
    world,
    tokens,
    requests,
    violations,
    onWebhook: (listener) => webhooks.listen(listener),
    faults,
    learn: (told) => learn(world, told),
    fail: (rule) => faults.add(rule),
    clearFaults: () => faults.clear(),
    decide: (authorizeUrl, login) => decide(front.fetch, authorizeUrl, login),
    addUser: (added) => addUser(world, added),
    addRepository: (added) => addRepository(world, added),
  };
}
