import { expect, it } from "vitest";
import { testEnv } from "../../tests/support/env.ts";
import { chatPersonOf, noteSeen, type RawChatPerson, readChatPeople } from "./chat-people.ts";
import { createLinks } from "./links.ts";
import { readCards } from "./message-tracking.ts";
import { sharedRefusalsOf } from "./send-logs.ts";
import { subjectOf } from "./subjects.ts";

const { DB: db } = testEnv;
const CORRUPT = [
  "",
  "{",
  "null",
  "7",
  `"text"`,
  "[]",
  `["text"]`,
  `[7,null]`,
  "{}",
  `{"told_by:x":"text","people":"text"}`,
  `{"told_by:x":7,"people":{"members":["text",7,{}]}}`,
  `{"told_by:x":{"value":{}}}`,
];

it.each(CORRUPT)(
  "a subject's state that reads %s hides no other card, and no person",
  async (state) => {
    await createLinks({ db, now: () => 1 }).save({
      platform: "discord",
      chatUserId: "5",
      githubUserId: "1",
    });
    await db.batch([
      db.prepare("INSERT INTO subjects VALUES ('bad', 'g', 'ref', ?1, 1, 0, 0)").bind(state),
      db
        .prepare("INSERT INTO subjects VALUES ('told', 'g', 'ref', ?1, 1, 0, 0)")
        .bind(
          JSON.stringify({ "told_by:x": { kind: "value", version: [0, 0, 0], value: "teller" } }),
        ),
      db.prepare(
        `INSERT INTO message_tracking (event_id, target_id, message_id, group_id, subject_key, updated_at, updated_day)
       VALUES ('e', 'discord:1', '9', 'g', 'teller', 0, 0)`,
      ),
    ]);

    const cards = await readCards(db, ["bad", "told"]).all();
    expect(cards.results).toMatchObject([{ message_id: "9" }]);
    const people = await readChatPeople(db, ["1"], ["bad"]).all();
    expect(people.results).toMatchObject([{ chat_user_id: "5" }]);
    expect(
      subjectOf({ subject_key: "bad", group_id: "g", kind: "ref", state, revision: 1 }).state,
    ).toEqual({});
  },
);

it.each(CORRUPT)("a refusal whose reasons read %s hides no other", async (detail) => {
  const insert = db.prepare(
    "INSERT INTO send_logs (ts, ok, error, event, detail) VALUES (1, 0, 'reached_nobody', ?1, ?2)",
  );
  await db.batch([
    insert.bind("bad", detail),
    insert.bind("good", JSON.stringify([{ groupId: "g", why: "x" }])),
  ]);
  expect(await sharedRefusalsOf(db, "g", 9)).toMatchObject([{ event: "good" }]);
});

it.each(CORRUPT)(
  "places of a person that read %s are none, and one more can be noted",
  async (places) => {
    const person = { platform: "telegram", chatUserId: "5" } as const;
    await createLinks({ db, now: () => 1 }).save({ ...person, githubUserId: "1" });
    await db.prepare("UPDATE telegram_links SET places = ?1").bind(places).run();
    await noteSeen(db, { ...person, place: "telegram:-1" });

    const [row] = (await readChatPeople(db, ["1"], []).all<RawChatPerson>()).results;
    expect(row && chatPersonOf(row).places).toContain("telegram:-1");
  },
);
