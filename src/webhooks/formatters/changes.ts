/** What an edit changed, where that is one thing. */
export function changeOf<Part extends string>(
  action: string,
  changes: Partial<Record<Part, unknown>>,
  known: readonly (readonly [Part, string])[],
): string {
  const [only, ...others] = known.filter(([part]) => changes[part] !== undefined);
  return action === "edited" && only !== undefined && others.length === 0 ? only[1] : action;
}
