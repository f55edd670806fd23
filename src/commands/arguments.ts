import type { Argument } from "./define.ts";

/** Arguments that several commands share. */
export const refArgument: Argument = {
  name: "ref",
  type: "ref",
  description: "commands.arg.ref",
  maxLength: 300,
};

/** GitHub refuses longer bodies. */
export const BODY_LIMIT = 65_536;
/** Discord's modal inputs and options hold no more. */
export const MODAL_TEXT_LIMIT = 4_000;
