import { expect, it } from "vitest";
import { plainSpans } from "../../domain/text/plain.ts";
import { translator } from "../../i18n/translate.ts";
import { bold, sentence } from "./sentence.ts";

const zh = translator("zh");

it("leaves no space between two Chinese words, whichever of them the payload's names take the place of", () => {
  const said = (run: string | undefined) =>
    plainSpans(
      sentence(zh, "card.workflow_run", {
        run: run === undefined ? zh("word.a_workflow") : bold(run),
        result: zh("ran.in_progress"),
        branch: "main",
      }),
    );

  expect(said("CI")).toBe("CI 正在运行（main）");
  expect(said(undefined)).toBe("工作流正在运行（main）");
});

it("leaves the spaces that a person wrote", () => {
  const said = sentence(zh, "event.fork", { actor: "某人", repo: "甲 乙", fork: "丙 丁" });

  expect(plainSpans(said)).toBe("某人将甲 乙复刻到丙 丁");
});
