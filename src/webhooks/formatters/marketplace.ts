import { account, accountSpan } from "./accounts.ts";
import { count, line, part, time } from "./fields.ts";
import { shown } from "./severity.ts";
import { simple } from "./simple.ts";
import { named } from "./spans.ts";

const Purchase = part({ account, plan: part({ name: line }), unit_count: count });
/** What is announced before it is so. */
const LATER = new Set(["cancelled", "pending_change"]);

export const marketplacePurchase = simple(
  {
    marketplace_purchase: Purchase,
    previous_marketplace_purchase: Purchase,
    effective_date: time,
  },
  { purchased: ["success", "🛒"], cancelled: ["warning", "🛒"], "*": ["info", "🛒"] },
  (payload, { action, t }) => {
    const { marketplace_purchase: now, previous_marketplace_purchase: before } = payload;
    const changes = action === "changed" || action === "pending_change";
    const replaced = changes && before.plan.name !== now.plan.name ? before.plan.name : undefined;
    const at = LATER.has(action) ? payload.effective_date : undefined;
    return {
      slots: { account: accountSpan(now.account), plan: named(now.plan.name) },
      fields: [
        shown(t("field.before"), replaced),
        shown(t("field.units"), changes ? unitsOf(before.unit_count, now.unit_count) : undefined),
        at === undefined
          ? undefined
          : { name: t("field.from"), value: [{ at, style: "date" }], inline: true },
      ],
    };
  },
);

/** `1 → 10` */
function unitsOf(before: number | undefined, now: number | undefined): string | undefined {
  return before === undefined || now === undefined || before === now
    ? undefined
    : `${before} → ${now}`;
}
