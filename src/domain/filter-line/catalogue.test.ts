import { describe, expect, it } from "vitest";
import { en } from "../../i18n/en/index.ts";
import { isMessageKey, LANGUAGES, translator } from "../../i18n/translate.ts";

const PARAMS = {
  key: "{label}",
  value: "it's {here}",
  word: "<b>",
  suggestion: "acme/*",
  known: "a, b",
  code: "200B",
  pattern: "/(a{2})/",
  reason: "missing )",
  type: "label",
  other: "path",
  action: "merged",
  max: 1_000,
};

describe("the sentences about lines and rules", () => {
  it.each(LANGUAGES)("say what was typed as it was typed, in %s", (language) => {
    const t = translator(language);
    for (const key of Object.keys(en).filter((name) => /^(line|rule)\./.test(name))) {
      if (!isMessageKey(key)) continue;
      const sentence = t(key, PARAMS);
      expect(sentence).not.toMatch(/undefined|\{(?!label|here|2)/);
      for (const [, name] of en[key].matchAll(/\{(\w+)\}/g)) {
        expect(sentence).toContain(PARAMS[name as keyof typeof PARAMS]);
      }
    }
  });
});
