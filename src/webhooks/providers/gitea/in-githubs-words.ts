import type { JsonObject } from "../../../domain/json.ts";

/** An event as GitHub would have named and shaped it. */
export interface InGithubsWords {
  event: string;
  payload: JsonObject;
}
