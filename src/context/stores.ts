import type { Bindings, Config } from "../config.ts";
import { createAdminLogins } from "../storage/admin-logins.ts";
import { createAppIdStore } from "../storage/app-id.ts";
import { createAuditLogs } from "../storage/audit-logs.ts";
import { moveSeen, noteSeen, type SeenPerson } from "../storage/chat-people.ts";
import { createChats } from "../storage/chats.ts";
import { createCommandMarkers } from "../storage/command-markers.ts";
import { createConfigurationStore } from "../storage/configuration.ts";
import { createD1Gate } from "../storage/d1-gate.ts";
import { createDeliveryStore } from "../storage/deliveries.ts";
import { createEncryption } from "../storage/encryption.ts";
import { createI18nOverlays } from "../storage/i18n-overlays.ts";
import { createLinks } from "../storage/links.ts";
import { createNonces } from "../storage/nonces.ts";
import { createOAuthStates } from "../storage/oauth-states.ts";
import { createOneTimeClaims } from "../storage/one-time.ts";
import { createPayloadStore } from "../storage/payloads.ts";
import { createPendingLinks } from "../storage/pending-links.ts";
import { createPendingUses } from "../storage/pending-uses.ts";
import { createSessions } from "../storage/sessions.ts";
import { createTenantSecrets } from "../storage/tenant-secrets.ts";
import { createAccountTokens } from "../storage/tokens.ts";
import { messageProblem } from "../i18n/message-problem.ts";
import { missingKv } from "./missing-kv.ts";

export type Stores = ReturnType<typeof createStores>;

/** Every store, on the bindings there are. Those that only D1 can hold are absent without it. */
export function createStores(env: Bindings, config: Config, now: () => number) {
  const { DB: db, PAYLOAD: bucket } = env;
  const kv = env.KV ?? missingKv();
  const gate = createD1Gate({ db, now });
  const claims = createOneTimeClaims({ db, gate, now });
  const encryption = createEncryption({
    key: config.encryptionKey,
    previous: config.encryptionKeyPrevious,
  });
  return {
    db,
    kv,
    gate,
    claims,
    configuration: createConfigurationStore({ db, kv, gate, now }),
    deliveries: createDeliveryStore({ db, kv, gate, now }),
    payloads: createPayloadStore({ bucket, kv, now }),
    nonces: createNonces({ kv, claims, gate, now }),
    states: createOAuthStates({ kv, claims, encryption, now }),
    sessions: createSessions(kv),
    tenantSecrets: createTenantSecrets({ kv, claims, now }),
    markers: createCommandMarkers(kv),
    appId: createAppIdStore(kv),
    overlays: createI18nOverlays({ kv, check: messageProblem, now }),
    people: db === undefined ? undefined : peopleStores(db, kv, { gate, encryption, now }),
  };
}

export type PeopleStores = ReturnType<typeof peopleStores>;

interface PeopleDeps {
  gate: ReturnType<typeof createD1Gate>;
  encryption: ReturnType<typeof createEncryption>;
  now: () => number;
}

/** Who is who, and what waits for them: only D1 can hold it. */
function peopleStores(db: D1Database, kv: KVNamespace, { gate, encryption, now }: PeopleDeps) {
  return {
    links: createLinks({ db, now }),
    seen: (person: SeenPerson) => noteSeen(db, person),
    moveSeen: (from: string, to: string) => moveSeen(db, from, to),
    chats: createChats({ db, now }),
    audit: createAuditLogs({ db, now }),
    adminLogins: createAdminLogins(db, now),
    pendingUses: createPendingUses(db, now),
    secrets:
      encryption === undefined
        ? undefined
        : {
            pendingLinks: createPendingLinks({ db, encryption, now }),
            tokens: createAccountTokens({ db, kv, gate, encryption, now }),
          },
  };
}
