import { z } from "zod";
import type { Tone } from "../../domain/notification.ts";
import { type Formatter, formatter, type Scene, type Story } from "./formatter.ts";
import { looks } from "./looks.ts";

type Shape = z.core.$ZodLooseShape;
type Look = readonly [tone: Tone, icon: string];

/**
 * An event that is only posted: a sentence per action in the catalogues, what fills it,
 * and tone and icon by action (`*` for the others).
 */
export function simple<S extends Shape>(
  shape: S,
  table: Readonly<Record<string, Look>>,
  tell: (payload: z.infer<z.ZodObject<S>>, scene: Scene) => Story = () => ({}),
): Formatter {
  const look = looks(table, table["*"]);
  const schema = z.object(shape);
  return formatter(schema, {
    tell: (payload, scene) => ({
      ...look(scene.action),
      ...tell(payload as z.infer<z.ZodObject<S>>, scene),
    }),
  });
}
