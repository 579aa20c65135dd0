// How commands show what the service has answered: as JSON for programs, in words for people.
import type { Context } from "../frame/context";
import type { Column } from "../terminal/table";
import { bold, cyan, dim, green, join, red, yellow } from "../terminal/text";
import { linesOf } from "../terminal/terminal";
import type { Text } from "../terminal/text";

interface List<Item> {
  items: AsyncIterable<Item> | readonly Item[];
  limit: number;
  columns: readonly Column<Item>[];
  /** Said instead of an empty table. */
  whenEmpty: string;
}

/** Shows the first `limit` items of a list. JSON is written while pages arrive. */
export async function showList<Item>({ terminal, isJson }: Context, list: List<Item>): Promise<void> {
  const rows: Item[] = [];
  let count = 0;
  let hasMore = false;
  for await (const item of list.items) {
    if (count === list.limit) {
      hasMore = true;
      break;
    }
    count += 1;
    if (isJson) terminal.json(item);
    else rows.push(item);
  }
  if (isJson) return;
  if (rows.length === 0) return terminal.note(list.whenEmpty);
  terminal.table(list.columns, rows);
  if (hasMore) terminal.note(dim(`There are more. --limit shows them.`));
}

/** The option with which lists are cut. */
export const limit = { kind: "number", value: "count", min: 1, max: 100_000, about: "how many at most (30)" } as const;
export const standardLimit = 30;

type Fields = readonly (readonly [label: string, value: Text | number | null | undefined])[];

/** Shows one thing: a title, and its fields one below the other. */
export function showFields({ terminal }: Context, title: Text, fields: Fields): void {
  terminal.print(title);
  const shown = fields.flatMap(([label, value]) => (value == null || value === "" ? [] : [[label, value] as const]));
  const width = Math.max(...shown.map(([label]) => label.length));
  for (const [label, value] of shown) {
    const [first = "", ...further] = typeof value === "string" ? linesOf(value) : [valueText(value)];
    terminal.print(join(dim(`  ${label.padEnd(width)}  `), first));
    for (const line of further) terminal.print(join(" ".repeat(width + 4), line));
  }
}

function valueText(value: Text | number): Text {
  return typeof value === "number" ? String(value) : value;
}

/** Shows what a command has done. */
export function showDone({ terminal, isJson }: Context, view: unknown, sentence: Text): void {
  if (isJson) terminal.json(view);
  else terminal.print(sentence);
}

const styles: Record<string, (text: string) => Text> = {
  completed: green,
  resolved: green,
  active: green,
  answered: green,
  running: cyan,
  in_progress: cyan,
  waiting: yellow,
  paused: yellow,
  pending: yellow,
  scheduled: yellow,
  failed: red,
  cancelled: red,
  revoked: red,
  critical: red,
  high: yellow,
};

/** A word for a state, in its colour. */
export function stateText(state: string): Text {
  return (Object.hasOwn(styles, state) ? styles[state]?.(state) : undefined) ?? state;
}

export function titleOf(name: string, id: string): Text {
  return join(bold(name), dim(`  ${id}`));
}

/** A time of the service, which is text or epoch milliseconds, in the time zone of the reader. */
export function timeText(time: string | number | null | undefined): string | null {
  if (time == null) return null;
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return String(time);
  const two = (value: number) => String(value).padStart(2, "0");
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** Such as `3 min`, for what happened before now. */
export function ageText(time: string | number | null | undefined, nowMs = Date.now()): string | null {
  if (time == null) return null;
  return durationText(nowMs - new Date(time).getTime());
}

export function durationText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} d`;
}

export function dollars(amount: number): string {
  return `$${amount.toFixed(2)}`;
}
