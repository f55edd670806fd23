import type { Tone } from "../../domain/notification.ts";

/** The forge's own colours for what they say. */
const COLORS: Readonly<Record<Exclude<Tone, `#${string}`>, number>> = {
  neutral: 0x6e7781,
  open: 0x2da44e,
  draft: 0x8b949e,
  merged: 0x8250df,
  closed: 0xcf222e,
  success: 0x2da44e,
  failure: 0xcf222e,
  warning: 0xd4a72c,
  pending: 0xdbab09,
  info: 0x0969da,
};

/** An embed's colour. */
export function colorOf(tone: Tone): number {
  if (isNamed(tone)) return COLORS[tone];
  return /^#[\da-f]{6}$/i.test(tone) ? Number.parseInt(tone.slice(1), 16) : COLORS.neutral;
}

function isNamed(tone: Tone): tone is keyof typeof COLORS {
  return Object.hasOwn(COLORS, tone);
}
