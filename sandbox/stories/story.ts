import type { JsonObject } from "../../src/domain/json.ts";

/** One webhook of a story. */
export interface StoryStep {
  event: string;
  payload: JsonObject;
  /** What happens, in a few words, for whoever watches. */
  note: string;
}

/** What sets one play of a story apart from the next: other numbers, other times. */
export interface Play {
  /** Numbers the pull request, issue or run. */
  number: number;
  /** When the story begins, in ms. */
  startedAt: number;
}

/** A message a chat must show when the story has ended. */
export interface ExpectedMessage {
  /** All of this stands in its text, upper and lower case alike. */
  contains: readonly string[];
  /** The message was changed in place on the way. */
  edited: boolean;
}

export interface Story {
  id: string;
  title: string;
  steps(play: Play): StoryStep[];
  shows(play: Play): ExpectedMessage[];
}
