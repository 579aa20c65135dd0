// What may come next on a command line that is not complete. It is made of the rows of the commands.
import { flagOf } from "../frame/command";
import type { Command, Known, OptionRow } from "../frame/command";

export interface Candidate {
  word: string;
  about: string;
}

/** Looks up what the service or the configuration knows. */
export type LookUp = (known: Known) => Promise<Candidate[]>;

export interface Grammar {
  commands: readonly Command[];
  groups: Record<string, string>;
  commonOptions: Record<string, OptionRow>;
}

/** `words` are those behind `switchyard`; the last one is being typed, and may be empty. */
export async function candidatesFor(words: readonly string[], grammar: Grammar, lookUp: LookUp): Promise<Candidate[]> {
  const last = words.at(-1) ?? "";
  const before = words.slice(0, -1);
  // `--profile=c` is completed as `--profile c` is.
  const [flag] = /^--[a-z-]+=/.exec(last) ?? [""];
  const typed = last.slice(flag.length);
  const all = await possibleAfter(flag === "" ? before : [...before, flag.slice(0, -1)], typed, grammar, lookUp);
  return all.filter(({ word }) => word.startsWith(typed)).map(({ word, about }) => ({ word: flag + word, about }));
}

/** The value of an option of every command that was typed before the last word. */
export function valueIn(words: readonly string[], name: string, { commonOptions }: Grammar): string | undefined {
  const row = commonOptions[name];
  const before = words.slice(0, -1);
  if (row === undefined || row.kind === "flag") return undefined;
  const flag = flagOf(name);
  const values = before.flatMap((word, at) => {
    if (word.startsWith(`${flag}=`)) return [word.slice(flag.length + 1)];
    return before[at - 1] === flag ? [word] : [];
  });
  return values.at(-1);
}

async function possibleAfter(
  before: readonly string[],
  typed: string,
  grammar: Grammar,
  lookUp: LookUp,
): Promise<Candidate[]> {
  const names = plainWords(before, optionsOf(grammar, null));
  const found = commandOf(names, grammar);
  const options = optionsOf(grammar, found);
  const asked = Object.entries(options).find(([name]) => flagOf(name) === before.at(-1))?.[1];
  if (asked !== undefined && asked.kind !== "flag") return await valuesOf(asked, lookUp);
  if (typed.startsWith("-")) return flagsOf(options, before);
  if (found === null) return nextNames(names, grammar);
  const given = plainWords(before, options).slice(found.name.split(" ").length);
  const argument = Object.values(found.arguments)[given.length];
  if (argument === undefined) return [];
  if (argument.values !== undefined) return argument.values.map((word) => ({ word, about: "" }));
  return argument.known === undefined ? [] : await lookUp(argument.known);
}

/** The words that are neither options nor their values. */
function plainWords(words: readonly string[], options: Record<string, OptionRow>): string[] {
  const withValue = new Set(
    Object.entries(options).flatMap(([name, { kind }]) => (kind === "flag" ? [] : [flagOf(name)])),
  );
  return words.filter((word, at) => !word.startsWith("-") && !withValue.has(words[at - 1] ?? ""));
}

/** The command with the longest name at the beginning of the words. */
function commandOf(words: readonly string[], { commands }: Grammar): Command | null {
  const fits = ({ name }: Command) => name.split(" ").every((part, at) => words[at] === part);
  return commands.find(fits) ?? null;
}

function optionsOf({ commonOptions }: Grammar, command: Command | null): Record<string, OptionRow> {
  const help = { kind: "flag", about: "print the help" } as const;
  return { ...command?.options, ...commonOptions, help };
}

function flagsOf(options: Record<string, OptionRow>, before: readonly string[]): Candidate[] {
  return Object.entries(options)
    .map(([name, { about }]) => ({ word: flagOf(name), about }))
    .filter(({ word }) => !before.includes(word));
}

function nextNames(words: readonly string[], { commands, groups }: Grammar): Candidate[] {
  const [group] = words;
  const shown = commands.filter(({ isHidden }) => isHidden !== true);
  if (group !== undefined) {
    return shown
      .filter(({ name }) => name.startsWith(`${group} `))
      .map(({ name, about }) => ({ word: name.slice(group.length + 1), about }));
  }
  const single = shown.filter(({ name }) => !name.includes(" ")).map(({ name, about }) => ({ word: name, about }));
  const inGroups = Object.entries(groups).map(([word, about]) => ({ word, about }));
  return [...single, ...inGroups, { word: "help", about: "Print the help of a command" }];
}

async function valuesOf(option: Exclude<OptionRow, { kind: "flag" }>, lookUp: LookUp): Promise<Candidate[]> {
  if (option.kind === "choice") return option.values.map((word) => ({ word, about: "" }));
  return option.kind === "text" && option.known !== undefined ? await lookUp(option.known) : [];
}
