import { expect, it } from "vitest";
import { linksOf } from "./links.ts";

const PULL = "https://github.com/acme/app/pull/12";

it.each([
  ["a sentence", { content: `See ${PULL}.` }],
  ["Chinese text", { content: `请看${PULL}，谢谢` }],
  ["a masked link", { content: `[this](${PULL})` }],
  ["an address in pointed brackets", { content: `<${PULL}>` }],
  ["bold text", { content: `**${PULL}**` }],
  ["an embed's title", { embeds: [{ url: PULL }] }],
  ["an embed's text", { embeds: [{ description: `of ${PULL}!` }] }],
  ["an embed's field", { embeds: [{ fields: [{ value: PULL }] }] }],
  ["an embed's author", { embeds: [{ author: { url: PULL } }] }],
  ["a button", { components: [{ components: [{ url: PULL }] }] }],
  ["a forwarded message", { message_snapshots: [{ message: { content: PULL } }] }],
])("finds the link of %s", (_, message) => {
  expect(linksOf({ id: "1", ...message })).toEqual([PULL]);
});

it("keeps what belongs to a link", () => {
  const link = `${PULL}?a=b&c=%20#discussion_r1`;
  expect(linksOf({ id: "1", content: `(${link})` })).toEqual([link]);
});
