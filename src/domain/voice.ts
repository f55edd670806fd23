/** How a group wants to be spoken to. */
export interface Voice {
  /** A language of the built-in catalogues or of an overlay. */
  lang: string;
  emoji: boolean;
  /** Names for forge hosts, shown in the footer. */
  forgeNames?: Readonly<Record<string, string>>;
}
