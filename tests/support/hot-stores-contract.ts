import { describe, expect, it } from "vitest";
import type { D1Gate } from "../../src/storage/d1-gate.ts";
import { createWorld } from "../delivery/world.ts";

/** What the hot stores are made over. */
export interface HotStores {
  db: D1Database;
  kv: KVNamespace;
  /** Whether D1 serves; else KV stands in for it. */
  usesD1: boolean;
  /** How a delivery stands, as the store itself keeps it. */
  statusOf(deliveryId: string): Promise<string | undefined>;
}

const DISCORD = { platform: "discord", channelId: "100" };
const TELEGRAM = { platform: "telegram", chatId: "-200" };

/**
 * What dedup, delivery state and message tracking promise whichever store serves. What only D1 can
 * promise (one winner of parallel claims, one holder, failures kept by themselves) is not in here.
 */
export function hotStoresContract(name: string, storesOf: () => HotStores): void {
  const gateOf = (usesD1: boolean): D1Gate => ({
    usable: () => Promise.resolve(usesD1),
    failed: () => {},
    succeeded: () => {},
    state: () => ({ store: usesD1 ? "d1" : "kv" }),
  });
  const worldOf = ({ db, kv, usesD1 }: HotStores) =>
    createWorld({
      db,
      kv,
      gate: gateOf(usesD1),
      groups: [{ id: "g" }, { id: "h" }],
      routes: ["g", "h"].map((groupId) => ({ id: "r", groupId, targets: [DISCORD, TELEGRAM] })),
    });
  const post = (deliveryId: string, endpoint = "g") => ({ deliveryId, endpoint, repo: "o/r" });
  const news = (deliveryId: string, at: number) => ({
    ...post(deliveryId),
    subject: "pull_request:1:1",
    facet: "title",
    at,
  });

  describe(`hot stores over ${name}`, () => {
    it("accept a delivery once, and one group's apart from another's", async () => {
      const world = worldOf(storesOf());
      expect(await world.accept(post("a"))).toBe("accepted");
      expect(await world.accept(post("a"))).toBe("duplicate");
      expect(await world.accept(post("a", "h"))).toBe("accepted");
    });

    it("accept again what no consumer has seen for a minute, and not what was shown", async () => {
      const world = worldOf(storesOf());
      await world.accept(post("a"));
      world.queue.length = 0;
      world.pass(60_000);
      expect(await world.accept(post("a"))).toBe("accepted");
      await world.drain();
      world.pass(120_000);
      expect(await world.accept(post("a"))).toBe("duplicate");
      expect(world.chat.messages).toHaveLength(2);
    });

    it("know that an event was shown when its message comes from the queue again", async () => {
      const stores = storesOf();
      const world = worldOf(stores);
      await world.accept(post("a"));
      const again = world.queue.map((message) => ({ ...message }));
      await world.drain();
      world.queue.push(...again);
      await world.drain();

      expect(world.chat.messages).toHaveLength(2);
      expect(await stores.statusOf("a")).toBe("delivered");
    });

    it("know a subject's message, and edit it", async () => {
      const world = worldOf(storesOf());
      for (const at of [1, 2, 3]) {
        await world.accept(news(`d${at}`, at));
        await world.drain();
      }
      expect(world.chat.messages).toMatchObject([{ edits: 2 }, { edits: 2 }]);
      expect(world.chat.messages[0]?.text).toContain("title=3");
    });

    it("post anew, once, what somebody deleted", async () => {
      const world = worldOf(storesOf());
      await world.accept(news("a", 1));
      await world.drain();
      for (const message of world.chat.messages) message.deleted = true;
      await world.accept(news("b", 2));
      await world.drain();
      await world.accept(news("c", 3));
      await world.drain();
      expect(world.chat.messages.filter(({ deleted }) => !deleted)).toHaveLength(2);
    });

    it("keep what one target still waits for, and show the other nothing twice", async () => {
      const stores = storesOf();
      const world = worldOf(stores);
      world.faultOf = (target) => (target === "telegram:-200" ? "server_error" : "none");
      await world.accept(post("a"));
      await world.drain();
      expect(await stores.statusOf("a")).toBe("retrying");

      world.faultOf = () => "none";
      world.pass(15_000);
      await world.drain();
      expect(world.chat.messages.map(({ target }) => target)).toEqual([
        "discord:100",
        "telegram:-200",
      ]);
      expect(await stores.statusOf("a")).toBe("delivered");
    });

    it("call dead what nobody can read, and let it be sent again", async () => {
      const stores = storesOf();
      const world = worldOf(stores);
      await world.accept(post("a"));
      for (const { job } of world.queue) if ("body" in job) Object.assign(job, { body: "{" });
      await world.drain();
      expect(await stores.statusOf("a")).toBe("dead");
      expect(await world.accept(post("a"))).toBe("accepted");
    });
  });
}
