/** What a modal or a question carries to find its command again, where it fits this many characters. */
const ID_LIMIT = 100;

/** `form:{path}:{args}`; undefined where that is longer than a platform keeps. */
export function formId(path: string, args: Readonly<Record<string, string>>): string | undefined {
  const id = `form:${path}:${new URLSearchParams(args).toString()}`;
  return id.length <= ID_LIMIT ? id : undefined;
}

/** The command and arguments of a form's id, as untrusted as any input. */
export function formTarget(id: string): { path: string; args: Record<string, string> } {
  const [kind, path = "", ...rest] = id.split(":");
  if (kind !== "form") return { path: "", args: {} };
  return { path, args: Object.fromEntries(new URLSearchParams(rest.join(":"))) };
}
