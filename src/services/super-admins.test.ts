import { describe, expect, it } from "vitest";
import { testEnv } from "../../tests/support/env.ts";
import { createAdminLogins } from "../storage/admin-logins.ts";
import { createIsSuperAdmin } from "./super-admins.ts";

const adminLogins = () => createAdminLogins(testEnv.DB, () => Date.UTC(2026, 11, 1));
const called = (login: string | undefined) => async () => login;

describe("a super admin listed by number", () => {
  it("is known whatever they are called, without asking anybody", async () => {
    const isSuperAdmin = createIsSuperAdmin(["7"], adminLogins());
    const asked = () => Promise.reject(new Error("GitHub was asked"));
    expect(await isSuperAdmin("7", asked)).toBe(true);
    expect(await isSuperAdmin("8", asked)).toBe(false);
  });

  it("is not whoever has that number for a login", async () => {
    const isSuperAdmin = createIsSuperAdmin(["7"], adminLogins());
    expect(await isSuperAdmin("8", called("7"))).toBe(false);
  });
});

describe("a super admin listed by login", () => {
  it("is whoever is first seen with it, and stays so under another login", async () => {
    const isSuperAdmin = createIsSuperAdmin(["@Octocat"], adminLogins());
    expect(await isSuperAdmin("1", called("octoCAT"))).toBe(true);
    expect(await isSuperAdmin("1", called("renamed"))).toBe(true);
  });

  it("is nobody who takes the login afterwards, in any isolate", async () => {
    await createIsSuperAdmin(["@octocat"], adminLogins())("1", called("octocat"));
    const elsewhere = createIsSuperAdmin(["@octocat", "@mona"], adminLogins());
    expect(await elsewhere("2", called("octocat"))).toBe(false);
    expect(await elsewhere("3", called("mona"))).toBe(true);
  });

  it("is one alone where two are first seen with it at once", async () => {
    const isSuperAdmin = createIsSuperAdmin(["@octocat"], adminLogins());
    const both = await Promise.all(["1", "2"].map((id) => isSuperAdmin(id, called("octocat"))));
    expect(both.filter(Boolean)).toHaveLength(1);
  });

  it("is nobody while GitHub does not say who is who", async () => {
    const isSuperAdmin = createIsSuperAdmin(["@octocat"], adminLogins());
    expect(await isSuperAdmin("1", called(undefined))).toBe(false);
    expect(await isSuperAdmin("1", called("octocat"))).toBe(true);
  });
});
