import { accounts } from "./accounts.ts";
import { commands } from "./commands.ts";
import { delivery } from "./delivery.ts";
import { events } from "./events.ts";
import { groups } from "./groups.ts";
import { missed } from "./missed.ts";
import { protection } from "./protection.ts";
import { rendering } from "./rendering.ts";
import { setup } from "./setup.ts";
import { subjects } from "./subjects.ts";

/** Every sentence a person reads. English is the source of truth: its keys are the type of every catalogue. */
export const en = {
  ...accounts,
  ...commands,
  ...delivery,
  ...events,
  ...groups,
  ...missed,
  ...protection,
  ...rendering,
  ...setup,
  ...subjects,
};

export type MessageKey = keyof typeof en;

/** A whole language: the compiler sees a missing sentence. */
export type Catalog = Readonly<Record<MessageKey, string>>;
