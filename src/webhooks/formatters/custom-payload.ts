import { lookup } from "../../domain/lookup.ts";
import { z } from "zod";
import type { Field, Notification, Tone } from "../../domain/notification.ts";
import type { Span } from "../../domain/text.ts";
import { leftOut, quotation, textIn } from "./excerpt.ts";
import { flag, line, link, list, object, text } from "./fields.ts";
import type { CardScene } from "./formatter.ts";
import { optional } from "./optional.ts";
import { sentence } from "./sentence.ts";

/** What a sender of their own may say. */
export const CustomPayload = z.object({
  title: line,
  description: text,
  color: line,
  url: link,
  repo: line,
  author: object({ name: line, iconUrl: link, url: link }),
  fields: list(object({ name: line, value: text, inline: flag })),
  footer: line,
  deliveryId: line,
  updateKey: line,
  version: z.union([z.number(), z.string()]).optional().catch(undefined),
});
export type CustomPayload = z.infer<typeof CustomPayload>;

const TONES: Readonly<Record<string, Tone>> = {
  red: "failure",
  green: "success",
  yellow: "warning",
  blue: "info",
  purple: "merged",
  orange: "pending",
  cyan: "#22b8cf",
  gray: "neutral",
};

/** The message of a sender of their own, which is theirs from the first word: no sentence of ours, where there is a title. */
export function customNotification(payload: CustomPayload, scene: CardScene): Notification {
  const { author, description } = payload;
  const name = author?.name ?? payload.repo ?? payload.footer;
  const said = quotation(description ?? "");
  const body = scene.markdown(textIn(said));
  const fields = fieldsOf(payload, scene);
  return {
    tone: toneOf(payload.color),
    ...openingOf(payload, () => sentence(scene.t, "event.custom.posted", { name })),
    ...optional("url", payload.url),
    ...(author?.name === undefined
      ? {}
      : {
          author: {
            name: author.name,
            ...optional("url", author.url),
            ...optional("avatarUrl", author.iconUrl),
          },
        }),
    ...(body.length > 0 ? { body } : {}),
    ...optional("bodyLeft", leftOut(said)),
    ...(fields.length > 0 ? { fields } : {}),
    ...optional("footer", footerOf(payload)),
  };
}

/** Who says it, above what they say; either may be missing. */
function openingOf(
  { title, author, url }: CustomPayload,
  untitled: () => Span[],
): Pick<Notification, "headline" | "title"> {
  if (title === undefined) return { headline: untitled() };
  if (author?.name === undefined) return { headline: [bolded(title, url)] };
  return { headline: [bolded(author.name, author.url)], title };
}

function bolded(text: string, url: string | undefined) {
  return { text, bold: true, ...optional("url", url) };
}

function fieldsOf({ fields = [] }: CustomPayload, scene: CardScene): Field[] {
  return fields.flatMap(({ name, value, inline }) =>
    name === undefined && value === undefined
      ? []
      : [
          {
            name: name ?? scene.t("field.description"),
            value: [value ?? "–"],
            ...optional("inline", inline),
          },
        ],
  );
}

function footerOf({ footer, repo }: CustomPayload): string | undefined {
  return [repo, footer].filter((part) => part !== undefined).join(" · ") || undefined;
}

function toneOf(color: string | undefined): Tone {
  if (color === undefined) return "neutral";
  if (/^#[0-9a-f]{6}$/i.test(color)) return `#${color.slice(1).toLowerCase()}`;
  return lookup(TONES, color.toLowerCase()) ?? "neutral";
}
