/** Something a person can act on. `key` names the sentence in the catalogues, `params` fill it. */
export class UserError extends Error {
  override name = "UserError";
  readonly key: string;
  readonly params: Readonly<Record<string, string | number>>;

  constructor(key: string, params: Readonly<Record<string, string | number>> = {}) {
    super(key);
    this.key = key;
    this.params = params;
  }
}
