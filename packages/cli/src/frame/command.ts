// What a command is: one row, from which parsing, help, completion, docs/cli.md and the tests of its examples are made.
import type { Ending } from "./failure";
import type { Context } from "./context";

/** What completion can look up in the service or in the configuration. */
export type Known = "workflow" | "run" | "issue" | "question" | "task" | "key" | "webhook" | "profile";

export type OptionRow =
  | { kind: "flag"; about: string }
  | { kind: "text"; value: string; about: string; known?: Known }
  | { kind: "choice"; values: readonly string[]; about: string }
  | { kind: "number"; value: string; min: number; max: number; about: string };

export interface ArgumentRow {
  about: string;
  isOptional?: true;
  values?: readonly string[];
  known?: Known;
}

type Options = Record<string, OptionRow>;
type Arguments = Record<string, ArgumentRow>;

type OptionValue<Row extends OptionRow> = Row extends { kind: "flag" }
  ? boolean
  : Row extends { kind: "choice"; values: readonly (infer Value)[] }
    ? Value | undefined
    : Row extends { kind: "number" }
      ? number | undefined
      : string | undefined;

type ArgumentValue<Row extends ArgumentRow> = Row extends { isOptional: true } ? string | undefined : string;

interface Given<A extends Arguments, O extends Options> {
  args: { [Name in keyof A]: ArgumentValue<A[Name]> };
  options: { [Name in keyof O]: OptionValue<O[Name]> };
  /** All words behind the name, without the options of every command. */
  words: readonly string[];
}

export interface Example {
  /** As a person types it. Words in angle brackets are ids and addresses of the reader's own. */
  line: string;
  about: string;
  /** What the person types when the command asks. */
  typed?: string;
  /** The command works until Ctrl-C. */
  isEndless?: true;
}

interface Row<A extends Arguments, O extends Options> {
  /** Its words, such as `runs list`. */
  name: string;
  about: string;
  /** Further sentences in its help. */
  details?: string;
  arguments: A;
  options: O;
  examples: readonly Example[];
  /** It has options that are not listed in `options`, and reads `words` itself. */
  readsWords?: true;
  /** It handles Ctrl-C itself, and may still have something to do then. */
  endsItself?: true;
  /** Shells call it, and people do not. */
  isHidden?: true;
  /** Returns how it has ended where that is not "ok". */
  run: (context: Context, given: Given<A, O>) => Promise<Ending | void>;
}

/** A row whose types of arguments and options are known to itself alone. */
export interface Command extends Omit<Row<Arguments, Options>, "run"> {
  run: (context: Context, given: Values) => Promise<Ending | void>;
}

export interface Values {
  args: Record<string, unknown>;
  options: Record<string, unknown>;
  words: readonly string[];
}

/** Declares a command. The parser has checked the values against the same row, so they have its types. */
export function command<const A extends Arguments, const O extends Options>(row: Row<A, O>): Command {
  return { ...row, run: (context, values) => row.run(context, values as Given<A, O>) };
}

/** `maxIterations` is `--max-iterations`. */
export function flagOf(name: string): string {
  return `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** What an option looks like in help: `--status <status>`. */
export function usageOf(name: string, row: OptionRow): string {
  const flag = flagOf(name);
  if (row.kind === "flag") return flag;
  return row.kind === "choice" ? `${flag} <${name}>` : `${flag} <${row.value}>`;
}
