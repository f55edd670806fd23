import { defineConfig, type OxlintOverride } from "oxlint";

/** What each folder of `src/` may import of ours; everybody may import `domain` and `observability`. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  observability: [],
  i18n: [],
  storage: [],
  github: [],
  services: ["storage", "github"],
  webhooks: ["storage", "i18n"],
  delivery: ["storage"],
  commands: ["services", "i18n"],
  "bots/discord": ["commands", "i18n"],
  "bots/telegram": ["commands", "i18n"],
  auth: ["services", "i18n"],
  admin: ["services", "i18n"],
};

const WHY: Readonly<Record<string, string>> = {
  domain: "domain/ holds types and pure rules and imports nothing of ours.",
  webhooks:
    "A formatter or provider knows no chat platform and no service: give it data, return data.",
  delivery:
    "delivery/ gets matching, formatting, rendering and adapters handed in as interfaces of domain/.",
  commands:
    "A command knows no chat platform and no store: it calls a service and returns a Reply.",
  "bots/discord": "A bot gets its stores handed in and never sees the other platform.",
  "bots/telegram": "A bot gets its stores handed in and never sees the other platform.",
};

const FOLDERS = Object.keys(MAY_IMPORT);

/** One override for a folder at one depth, since an import is written relative to its file. */
function importRule(folder: string, depth: number): OxlintOverride {
  const allowed = new Set([folder, "domain", "observability", ...(MAY_IMPORT[folder] ?? [])]);
  if (folder === "domain") allowed.delete("observability");
  const forbidden = FOLDERS.filter((other) => !allowed.has(other));
  const up = String.raw`\.\./`.repeat(depth + folder.split("/").length);
  const roots = [
    ...forbidden.map((other) => `${other}/`),
    "app.ts",
    "config.ts",
    "context.ts",
    "index.ts",
  ];
  return {
    files: [`src/${folder}/${"*/".repeat(depth)}*.ts`],
    excludeFiles: ["src/**/*.test.ts"],
    rules: {
      "no-restricted-imports": [
        "error",
        {
          patterns: [
            {
              regex: `^${up}(${roots.join("|").replaceAll(".", String.raw`\.`)})`,
              message:
                `${WHY[folder] ?? ""} src/${folder} may import: ${[...allowed].join(", ")}.`.trim(),
            },
          ],
        },
      ],
    },
  };
}

export default defineConfig({
  plugins: ["typescript", "import", "unicorn", "oxc", "promise"],
  categories: { correctness: "error", suspicious: "error" },
  ignorePatterns: ["worker-configuration.d.ts", "node_modules", ".wrangler", "dist", "coverage"],
  rules: {
    "typescript/no-floating-promises": "error",
    "typescript/no-misused-promises": "error",
    "typescript/switch-exhaustiveness-check": [
      "error",
      { considerDefaultExhaustiveForUnions: true },
    ],
    "typescript/no-explicit-any": "error",
    "typescript/no-non-null-assertion": "error",
    "typescript/consistent-type-imports": "error",
    "typescript/no-unsafe-type-assertion": "off",
    "import/no-cycle": "error",
    // fast-check's own way of being imported.
    "import/no-named-as-default-member": "off",
    "import/no-default-export": "error",
    "no-console": "error",
    "no-empty": "error",
    "no-await-in-loop": "off",
    // The compiler's noImplicitReturns says it better: it knows exhaustive switches.
    "consistent-return": "off",
    "no-shadow": "off",
    "unicorn/filename-case": ["error", { case: "kebabCase" }],
    "unicorn/consistent-function-scoping": "off",
    "unicorn/no-array-sort": "off",
    "promise/always-return": "off",
    // Optional chaining counts too, and payloads are full of it.
    complexity: ["error", { max: 15 }],
    "max-lines": ["error", { max: 300, skipBlankLines: true, skipComments: true }],
    "max-lines-per-function": ["error", { max: 60, skipBlankLines: true, skipComments: true }],
  },
  overrides: [
    ...FOLDERS.flatMap((folder) => [0, 1, 2].map((depth) => importRule(folder, depth))),
    { files: ["src/index.ts", "*.config.ts"], rules: { "import/no-default-export": "off" } },
    {
      files: ["src/observability/log.ts", "scripts/**", "sandbox/**"],
      rules: { "no-console": "off" },
    },
    {
      files: ["**/*.test.ts", "tests/**"],
      rules: { "max-lines-per-function": "off", "max-lines": "off", "no-console": "off" },
    },
    {
      // Catalogues are lists of sentences, as long as there are sentences.
      files: ["src/i18n/*/*.ts"],
      rules: { "max-lines": "off" },
    },
  ],
});
