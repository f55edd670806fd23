/** The people and chats of the sandbox. Ids never change, so that links and routes stay true. */
export const GUILD = { id: "1200000000000000001", name: "Acme" } as const;
export const CHANNEL = { id: "1200000000000000002", name: "builds" } as const;
export const OTHER_CHANNEL = { id: "1200000000000000003", name: "kettles" } as const;
export const THREAD = { id: "1200000000000000004", name: "descaling" } as const;
export const GROUP_CHAT = { id: "-1001200000003", title: "Acme builds" } as const;
export const FORUM = { id: "-1001200000004", title: "Acme forum" } as const;
export const NEWS = { id: "-1001200000005", title: "Acme news" } as const;
export const TOPICS = [
  { id: "2", name: "Releases" },
  { id: "3", name: "Kettles" },
] as const;

/** Somebody a visitor of the page can be: on Discord, on Telegram and on GitHub. */
export interface SandboxPerson {
  id: string;
  name: string;
  /** What sets them apart, in a few words. */
  role: string;
  administers: boolean;
  discordId: string;
  telegramId: string;
  discordLocale: string;
  telegramLanguage: string;
  githubId: number;
  githubLogin: string;
  onGitHub: "admin" | "write" | "read";
}

/** Owns the sample group and is the operator. */
export const LENA: SandboxPerson = {
  id: "lena",
  name: "Lena",
  role: "administrator",
  administers: true,
  discordId: "1200000000000000011",
  telegramId: "120000012",
  discordLocale: "en-US",
  telegramLanguage: "en",
  githubId: 4101,
  githubLogin: "lena",
  onGitHub: "admin",
};

export const PEOPLE: readonly SandboxPerson[] = [
  LENA,
  {
    id: "tomas",
    name: "Tomas",
    role: "member",
    administers: false,
    discordId: "1200000000000000021",
    telegramId: "120000022",
    discordLocale: "en-US",
    telegramLanguage: "en",
    githubId: 4102,
    githubLogin: "tomas",
    onGitHub: "write",
  },
  {
    id: "mei",
    name: "Mei",
    role: "member, 中文",
    administers: false,
    discordId: "1200000000000000031",
    telegramId: "120000032",
    discordLocale: "zh-CN",
    telegramLanguage: "zh",
    githubId: 4103,
    githubLogin: "mei",
    onGitHub: "read",
  },
];

export const GROUP_ID = "sandbox";
