import type { Notification } from "../notification.ts";
import type { PersonSpan, Span } from "../text.ts";

/** The notification with its people changed one by one. They stand in headlines and fields only. */
export function withPeople(
  notification: Notification,
  change: (person: PersonSpan) => PersonSpan,
): Notification {
  const spans = (all: readonly Span[]): Span[] =>
    all.map((span) => (typeof span !== "string" && "person" in span ? change(span) : span));
  const { headline, fields } = notification;
  return {
    ...notification,
    headline: spans(headline),
    ...(fields === undefined
      ? {}
      : { fields: fields.map((field) => ({ ...field, value: spans(field.value) })) }),
  };
}

/** The GitHub ids of the people that a notification names. */
export function idsOf({ headline, fields = [] }: Notification): string[] {
  return [...headline, ...fields.flatMap(({ value }) => value)].flatMap((span) =>
    typeof span !== "string" && "person" in span && span.id !== undefined ? [span.id] : [],
  );
}
