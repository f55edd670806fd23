import { z } from "zod";
import { formatter } from "./formatter.ts";

/** For what nothing more is known of: the presenter says which kind of event it was. */
export const neutral = formatter(z.unknown(), { tell: () => ({ icon: "🔔" }) });
