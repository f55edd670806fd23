import { expect, it } from "vitest";
import { summaryNotification } from "../../src/delivery/summary.ts";
import { translator } from "../../src/i18n/translate.ts";

it.each(["en", "zh"])(
  "names the command that sends it again so that it can be copied (%s)",
  (lang) => {
    const lost = {
      targetId: "telegram:-1",
      title: null,
      attempts: 1,
      status: "dead",
      nextAt: 0,
      reason: "rejected",
    } as const;
    const { fields } = summaryNotification({}, [lost], translator(lang, {}));
    expect(fields?.[0]?.value).toContainEqual({ text: "/gh retry", code: true });
  },
);
