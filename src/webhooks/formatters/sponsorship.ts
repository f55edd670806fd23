import type { z } from "zod";
import type { Field } from "../../domain/notification.ts";
import { isMessageKey, type Translate } from "../../i18n/translate.ts";
import { count, flag, line, object, part, person, time } from "./fields.ts";
import { simple } from "./simple.ts";
import { person as whom } from "./spans.ts";

const Tier = object({ name: line, monthly_price_in_dollars: count, is_one_time: flag });

/** Sponsorships that the sponsor keeps private do not name the sponsor or the sum. */
export const sponsorship = simple(
  {
    sponsorship: object({
      privacy_level: line,
      sponsor: person,
      sponsorable: person,
      tier: Tier,
    }),
    changes: part({ tier: part({ from: Tier }), privacy_level: part({ from: line }) }),
    effective_date: time,
  },
  {
    created: ["success", "💖"],
    cancelled: ["neutral", "💔"],
    pending_cancellation: ["neutral", "💔"],
    "*": ["info", "💖"],
  },
  ({ sponsorship, changes, effective_date: from }, { t }) => {
    const tiers = [changes.tier.from, sponsorship?.tier].flatMap((tier) => tierWord(tier, t) ?? []);
    const privacy = sponsorship?.privacy_level?.toLowerCase();
    const open = privacy === "public";
    return {
      slots: {
        sponsor: open ? whom(sponsorship?.sponsor, t) : t("word.private_sponsor"),
        sponsored: whom(sponsorship?.sponsorable, t),
      },
      // The sender of a sponsorship is the sponsor.
      author: open ? undefined : { name: t("word.private_sponsor") },
      fields: [
        open && tiers.length > 0
          ? { name: t("field.tier"), value: [tiers.join(" → ")], inline: true }
          : undefined,
        visibilityField(changes.privacy_level.from, privacy, t),
        from === undefined
          ? undefined
          : { name: t("field.from"), value: [{ at: from, style: "date" as const }], inline: true },
      ],
    };
  },
);

/** `$5 a month`: GitHub names most tiers by their price, in English. */
function tierWord(tier: z.infer<typeof Tier>, t: Translate): string | undefined {
  const price = tier?.monthly_price_in_dollars;
  if (price === undefined || !/^\$[\d,]+ (a month|one time)$/.test(tier?.name ?? ""))
    return tier?.name;
  return t(tier?.is_one_time === true ? "tier.once" : "tier.monthly", { price });
}

/** `Visibility: public → private`, where it changed. */
function visibilityField(
  before: string | undefined,
  now: string | undefined,
  t: Translate,
): Field | undefined {
  const words = [before?.toLowerCase(), now].flatMap((level) => {
    const key = `visibility.${level}`;
    return isMessageKey(key) ? [t(key)] : [];
  });
  if (before === undefined || words.length < 2) return undefined;
  return { name: t("field.visibility"), value: [words.join(" → ")], inline: true };
}
