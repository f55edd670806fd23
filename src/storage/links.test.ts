import { describe, expect, it } from "vitest";
import { testEnv } from "../../tests/support/env.ts";
import { createEncryption } from "./encryption.ts";
import { createLinks } from "./links.ts";
import { createPendingLinks } from "./pending-links.ts";

const { DB } = testEnv;
const encryption = createEncryption({ key: "k".repeat(32) });
if (encryption === undefined) throw new Error("no key");

const identity = { githubUserId: "42", login: "ann", name: "Ann" };
const tokens = { accessToken: "ghu_1", expiresAt: 9, refreshToken: "ghr_1", refreshExpiresAt: 99 };

function pendingAt(at: number, db = DB) {
  return createPendingLinks({ db, encryption: encryption ?? never(), now: () => at });
}

function never(): never {
  throw new Error("never");
}

const waiting = (
  secret: string,
  chatUserId = "5",
  platform: "discord" | "telegram" = "discord",
) => ({
  platform,
  chatUserId,
  secret,
  identity,
  tokens,
});

describe("a link that waits for its confirmation", () => {
  it("ends in the identity and its tokens, once, however many confirm at the same time", async () => {
    await pendingAt(0).create(waiting("ABCD1234"));

    const all = await Promise.all(
      Array.from({ length: 20 }, () => pendingAt(1).confirm("discord", "5", "ABCD1234")),
    );
    expect(all.filter(({ status }) => status === "linked")).toEqual([
      { status: "linked", identity, tokens },
    ]);
  });

  it("keeps neither its secret nor its tokens readable", async () => {
    await pendingAt(0).create(waiting("ABCD1234"));
    const row = JSON.stringify(await DB.prepare("SELECT * FROM pending_links").first());
    expect(row).not.toContain("ABCD1234");
    expect(row).not.toContain("ghu_1");
  });

  it("allows five tries", async () => {
    const pending = pendingAt(0);
    await pending.create(waiting("ABCD1234"));

    const statuses = [];
    for (let n = 0; n < 5; n++) statuses.push(await pending.confirm("discord", "5", `wrong${n}`));
    expect(statuses).toEqual([
      { status: "wrong", triesLeft: 4 },
      { status: "wrong", triesLeft: 3 },
      { status: "wrong", triesLeft: 2 },
      { status: "wrong", triesLeft: 1 },
      { status: "void", why: "tries", tokens },
    ]);
    expect(await pending.confirm("discord", "5", "ABCD1234")).toEqual({ status: "none" });
  });

  it("is voided by the right secret from the wrong account", async () => {
    const pending = pendingAt(0);
    await pending.create(waiting("secret", "5", "telegram"));

    expect(await pending.confirm("telegram", "6", "secret")).toEqual({
      status: "void",
      why: "opener",
      tokens,
    });
    expect(await pending.confirm("telegram", "5", "secret")).toEqual({ status: "none" });
  });

  it("is for its own platform only", async () => {
    const pending = pendingAt(0);
    await pending.create(waiting("secret", "5", "telegram"));
    expect(await pending.confirm("discord", "5", "secret")).toEqual({ status: "none" });
    expect(await pending.confirm("telegram", "5", "secret")).toMatchObject({ status: "linked" });
  });

  it("expires after 600 s, whether the secret is right or wrong", async () => {
    await pendingAt(0).create(waiting("a"));
    expect(await pendingAt(599_999).confirm("discord", "5", "b")).toMatchObject({ triesLeft: 4 });
    const late = pendingAt(600_000);
    expect(await late.confirm("discord", "5", "b")).toEqual({ status: "expired" });
    expect(await late.confirm("discord", "5", "a")).toEqual({ status: "expired", tokens });
  });

  it("gives way to a newer one of the same chat account", async () => {
    const pending = pendingAt(0);
    expect(await pending.create(waiting("old"))).toBeUndefined();
    expect(await pending.create(waiting("new"))).toEqual(tokens);

    expect(await pending.confirm("discord", "5", "old")).toMatchObject({ status: "wrong" });
    expect(await pending.confirm("discord", "5", "new")).toMatchObject({ status: "linked" });
  });

  it("does not open when its row was copied to another account", async () => {
    const pending = pendingAt(0);
    await pending.create(waiting("a"));
    await DB.prepare("UPDATE pending_links SET chat_user_id = '6'").run();
    expect(await pending.confirm("discord", "6", "a")).toEqual({ status: "none" });
  });
});

describe("links", () => {
  const links = createLinks({ db: DB, now: () => 77 });

  it("say which GitHub account a chat account is, and the other way round", async () => {
    await links.save({ platform: "discord", chatUserId: "1", githubUserId: "42", login: "ann" });
    await links.save({ platform: "telegram", chatUserId: "2", githubUserId: "42" });
    await links.save({ platform: "telegram", chatUserId: "3", githubUserId: "43" });

    const ann = { chatUserId: "1", githubUserId: "42", login: "ann", linkedAt: 77 };
    expect(await links.find("discord", "1")).toEqual({ platform: "discord", ...ann });
    expect(await links.find("telegram", "1")).toBeUndefined();
    expect(await links.ofGithubUsers(["42", "44"])).toHaveLength(2);
    expect(await links.ofGithubUsers([])).toEqual([]);
  });

  it("are replaced by linking anew and removed one by one or all together", async () => {
    await links.save({ platform: "discord", chatUserId: "1", githubUserId: "42" });
    await links.save({ platform: "discord", chatUserId: "1", githubUserId: "43" });
    await links.save({ platform: "telegram", chatUserId: "2", githubUserId: "43" });

    expect(await links.ofGithubUsers(["42"])).toEqual([]);
    expect(await links.remove("discord", "1")).toMatchObject({ githubUserId: "43" });
    expect(await links.remove("discord", "1")).toBeUndefined();
    expect(await links.removeAll("43")).toMatchObject([{ platform: "telegram", chatUserId: "2" }]);
    expect(await links.ofGithubUsers(["43"])).toEqual([]);
  });
});
