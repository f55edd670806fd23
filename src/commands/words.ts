import { choiceOf } from "./choices.ts";
import type { Argument, Command } from "./define.ts";
import { parseReference } from "./references.ts";

const QUOTES: Readonly<Record<string, string>> = {
  '"': '"',
  "“": "”",
  "„": "“",
  "«": "»",
  "‘": "’",
};

/**
 * Reads a typed command's words into its arguments: `key:value` and quoted values by name, a reference
 * or a choice where one is due, and what is left, line breaks and all, as the text.
 */
export function readWords(
  command: Command,
  typed: string,
  githubUrl: string,
): Record<string, string> {
  const args: Record<string, string> = {};
  let rest = typed.trim();
  for (;;) {
    const next = nextArgument(command, rest, args, githubUrl);
    if (next === undefined) break;
    args[next.name] = next.value;
    rest = rest.slice(next.length).trimStart();
  }
  const text = command.args.find(
    (argument) => argument.type === "text" && !(argument.name in args),
  );
  if (rest !== "" && text !== undefined) {
    args[text.name] = text.verbatim === true ? rest : unquoted(rest);
  } else if (rest !== "") putLeftOver(command, args, rest);
  return args;
}

interface TakenArgument {
  name: string;
  value: string;
  /** How much of the text it took. */
  length: number;
}

function nextArgument(
  command: Command,
  rest: string,
  args: Readonly<Record<string, string>>,
  githubUrl: string,
): TakenArgument | undefined {
  if (rest === "") return undefined;
  return namedArgument(command, rest, args) ?? positionalArgument(command, rest, args, githubUrl);
}

function namedArgument(
  command: Command,
  rest: string,
  args: Readonly<Record<string, string>>,
): TakenArgument | undefined {
  const key = /^([a-z]{1,32}):/.exec(rest);
  const argument = command.args.find(({ name }) => name === key?.[1]);
  if (key === null || argument === undefined || argument.name in args) return undefined;
  if (argument.type === "hidden") return undefined;
  const after = rest.slice(key[0].length);
  const value = quotedAtStart(after) ?? /^\S+/.exec(after)?.[0];
  if (value === undefined || value === "") return undefined;
  return { name: argument.name, value: unquoted(value), length: key[0].length + value.length };
}

function positionalArgument(
  command: Command,
  rest: string,
  args: Readonly<Record<string, string>>,
  githubUrl: string,
): TakenArgument | undefined {
  const word = /^\S+/.exec(rest)?.[0] ?? "";
  const due = command.args.filter(({ name }) => !(name in args));
  const two = /^\S+ +\S+/.exec(rest)?.[0] ?? "";
  const choice = due.find(({ choices = [] }) => choiceOf(choices, two) !== undefined);
  if (choice !== undefined) return { name: choice.name, value: two, length: two.length };
  const isWhole = word === rest || !command.args.some(({ type }) => type === "text");
  const argument = due.find((candidate) => fits(candidate, word, { githubUrl, isWhole }));
  return argument === undefined
    ? undefined
    : { name: argument.name, value: word, length: word.length };
}

interface Said {
  githubUrl: string;
  /** No text that it could be the first word of. */
  isWhole: boolean;
}

function fits(argument: Argument, word: string, { githubUrl, isWhole }: Said): boolean {
  switch (argument.type) {
    case "ref":
      // In "5 apples" and "and/or" nobody means a number or a repository.
      return (
        parseReference(word, githubUrl)?.number !== undefined && (isWhole || !/^\d+$/.test(word))
      );
    case "repo":
      return parseReference(word, githubUrl)?.repo !== undefined;
    case "choice":
      return choiceOf(argument.choices ?? [], word) !== undefined;
    case "word":
      return true;
    case "text":
    case "line":
    case "hidden":
      return false;
  }
}

/** Words that fit nothing still reach the argument they were meant for, so that the answer can name them. */
function putLeftOver(command: Command, args: Record<string, string>, rest: string): void {
  const open = command.args.find(({ name, type }) => type !== "hidden" && !(name in args));
  if (open !== undefined) args[open.name] = rest;
}

function quotedAtStart(text: string): string | undefined {
  const close = QUOTES[text.charAt(0)];
  if (close === undefined) return undefined;
  const end = text.indexOf(close, 1);
  return end < 0 ? undefined : text.slice(0, end + 1);
}

/** Phones turn straight quotes into curly ones; both mean the same. */
function unquoted(text: string): string {
  const close = QUOTES[text.charAt(0)];
  const wrapped =
    close !== undefined && text.length > 1 && text.indexOf(close, 1) === text.length - 1;
  return wrapped ? text.slice(1, -1) : text;
}
