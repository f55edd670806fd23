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

import type { Catalog } from "../en/index.ts";

export const zh: Catalog = {
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
