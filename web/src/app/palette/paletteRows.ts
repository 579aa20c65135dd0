// What the palette lists: pure functions from commands, places and things to groups of rows.
import type { LucideIcon } from "lucide-react";
import type { RecentPage } from "../../urlState/recentPages";
import { groupBy } from "../../parts/groupBy";
import type { Command } from "../../shortcuts/commands";

export interface PaletteRow {
  key: string;
  title: string;
  /** Beside the title, such as the state of a run. */
  note?: string | undefined;
  icon?: LucideIcon;
  keys?: string | undefined;
  /** Whether the service has found it. */
  isFound?: boolean;
  /** A command is run, and anything else is a page that is opened. */
  does: { command: Command } | { href: string };
}

export interface PaletteGroup {
  label: string;
  rows: readonly PaletteRow[];
}

const maxCommands = 8;
const maxRecent = 5;

export function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
}

export function hasAllWords(text: string, words: readonly string[]): boolean {
  return words.every((word) => text.toLowerCase().includes(word));
}

/** All commands by their groups, those of the page first. */
export function commandGroups(commands: readonly Command[]): PaletteGroup[] {
  const groups = groupBy(uniqueCommands(commands), ({ group }) => group);
  return [...groups].map(([label, members]) => ({ label, rows: members.map((command) => commandRow(command)) }));
}

/** The commands that have every word, first those whose title begins with the text, then those with such a word. */
export function matchingCommands(commands: readonly Command[], text: string): PaletteGroup {
  const words = wordsOf(text);
  const begun = text.trim().toLowerCase();
  const rank = ({ title }: Command) => {
    const lower = title.toLowerCase();
    return lower.startsWith(begun) ? 0 : lower.includes(` ${begun}`) ? 1 : 2;
  };
  const found = uniqueCommands(commands)
    .filter(({ group, title }) => hasAllWords(`${group} ${title}`, words))
    .toSorted((a, b) => rank(a) - rank(b));
  return {
    label: "Commands",
    rows: found.slice(0, maxCommands).map((command) => commandRow(command, command.group)),
  };
}

/** A command that is registered twice is the one of the page. Those of dialogs need their dialog. */
function uniqueCommands(commands: readonly Command[]): Command[] {
  const known = new Set<string>();
  return commands.filter((command) => {
    if (command.isInDialog === true || known.has(keyOf(command))) return false;
    known.add(keyOf(command));
    return true;
  });
}

const keyOf = ({ group, title }: Command) => `command ${group}/${title}`;

function commandRow(command: Command, note?: string): PaletteRow {
  const { title, keys } = command;
  return { key: keyOf(command), title, note, keys, does: { command } };
}

/** The last pages of the projects that the person is in, without the page that is shown. */
export function recentRows(
  recent: readonly RecentPage[],
  shown: string,
  projects: ReadonlyMap<string, string>,
): PaletteRow[] {
  return recent
    .filter(({ path }) => path !== shown && projects.has(slugOf(path)))
    .slice(0, maxRecent)
    .map(({ path, title, list }) => {
      const isElsewhere = slugOf(path) !== slugOf(shown) && projects.size > 1;
      const note = isElsewhere ? `${list}, ${projects.get(slugOf(path)) ?? ""}` : list;
      return { key: path, title, note, does: { href: path } };
    });
}

const slugOf = (path: string): string => path.split("/")[2] ?? "";

/** What somebody opened lately comes before the others, which stay in their order. */
export function recentFirst(rows: readonly PaletteRow[], recent: readonly RecentPage[]): PaletteRow[] {
  const paths = recent.map(({ path }) => path);
  const place = ({ key }: PaletteRow) => (paths.includes(key) ? paths.indexOf(key) : paths.length);
  return rows.toSorted((a, b) => place(a) - place(b));
}
