import type { Ast } from "../domain/filter.ts";
import type { Route } from "../domain/route.ts";

/** Whether a route asks for this event by its name, and not only for whatever comes. */
export function namesEvent({ filters, ast }: Pick<Route, "filters" | "ast">, event: string) {
  return (ast === undefined ? filters : [ast]).some((node) => isNamedIn(node, event));
}

function isNamedIn(node: Ast, event: string): boolean {
  if ("all" in node) return node.all.some((inner) => isNamedIn(inner, event));
  if ("any" in node) return node.any.some((inner) => isNamedIn(inner, event));
  if ("not" in node || node.type !== "event" || node.exclude === true) return false;
  const names = typeof node.match === "string" ? [node.match] : node.match;
  return names.some((name) => {
    const asked = name.toLowerCase();
    // `event.action`, as people may narrow it, names the event, too.
    return asked === event || asked.startsWith(`${event}.`);
  });
}
