/** The people and chats of the sandbox. Ids never change, so that links and routes stay true. */
export const GUILD = { id: "1200000000000000001", name: "Acme" } as const;
export const CHANNEL = { id: "1200000000000000002", name: "builds" } as const;
export const GROUP_CHAT = { id: "-1001200000003", title: "Acme builds" } as const;

/** Who a visitor of the page writes as, on both platforms and on GitHub. */
export const VISITOR = {
  name: "Lena",
  discordId: "1200000000000000011",
  telegramId: "120000012",
  githubId: 4101,
  githubLogin: "lena",
} as const;

/** Stays quiet, but lets a visitor see what others do not see. */
export const COLLEAGUE = {
  name: "Tomas",
  discordId: "1200000000000000021",
  telegramId: "120000022",
  githubId: 4102,
  githubLogin: "tomas",
} as const;

export const GROUP_ID = "sandbox";
