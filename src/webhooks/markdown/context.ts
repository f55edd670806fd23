/** Where a text was written, so that what it refers to can be linked. Left out parts leave their kind of reference unlinked. */
export interface MarkdownContext {
  /** The forge, as in `https://github.com`: for `@user` and `owner/repo#12`. */
  forgeUrl?: string | undefined;
  /** The repository, as in `https://github.com/octo/hello`: for `#12`, commits and relative links. */
  repoUrl?: string | undefined;
  /** Where the forge shows a file of the default branch; `{repoUrl}/blob/HEAD` unless given. */
  blobUrl?: string | undefined;
}
