import { z } from "zod";
import { lookup } from "../../domain/lookup.ts";
import type { Tone } from "../../domain/notification.ts";
import { type Formatter, formatter, type Scene, type Story } from "./formatter.ts";
import { looks } from "./looks.ts";

type Shape = z.core.$ZodLooseShape;
type Look = readonly [tone: Tone, icon: string];

/**
 * An event that is only posted: a sentence per action in the catalogues, what fills it,
 * and tone and icon by action (`*` for the others). What is `quiet` is told to routes that name
 * the event alone.
 */
export function simple<S extends Shape>(
  shape: S,
  table: Readonly<Record<string, Look>>,
  tell: (payload: z.infer<z.ZodObject<S>>, scene: Scene) => Story = () => ({}),
  quiet: Readonly<Record<string, string>> = {},
): Formatter {
  const look = looks(table, table["*"]);
  const schema = z.object(shape);
  return formatter(schema, {
    read: (_, { action }) => ({ quiet: lookup(quiet, action) ?? quiet["*"] }),
    quiet,
    tell: (payload, scene) => ({
      ...look(scene.action),
      ...tell(payload as z.infer<z.ZodObject<S>>, scene),
    }),
  });
}
