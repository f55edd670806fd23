import type { Changes } from "../changes.ts";
import type { Deliveries } from "../deliveries.ts";
import type { Platforms } from "../platforms.ts";
import type { Visitors } from "../visitors/visitors.ts";

/** What the sandbox is made of. */
export interface SandboxParts {
  platforms: Platforms;
  deliveries: Deliveries;
  /** Something changed on the stand-in GitHub. */
  changes: Changes;
}

/** What the page's API works on. */
export interface PageParts extends SandboxParts {
  visitors: Visitors;
}
