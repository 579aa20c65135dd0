// Lists in pages, newest first (or oldest, where a list says so) and ties by id. A page is read from an index range
// that begins at its position, so it costs what it shows, however long the list is; rows that come or go meanwhile
// neither repeat nor hide another.
import { openCursor, sealCursor } from "./cursors";
import type { CursorList } from "./cursors";

export interface PageBounds {
  max: number;
  /** Null: a list that is small by nature, all of which is shown when neither a limit nor a cursor is asked for. */
  default: number | null;
}

export const pageBounds = {
  usual: { max: 100, default: 25 },
  notifications: { max: 100, default: 50 },
  runs: { max: 200, default: 50 },
  small: { max: 100, default: null },
} as const satisfies Record<string, PageBounds>;

const maxWhole = 1000;

/**
 * The most characters in the rows of a page, within what one transaction may read and one response may carry. Any row
 * alone fits. A page of large rows has fewer of them than asked for.
 */
const maxPageSize = 2_000_000;

/** The most rows that a page reads where it does not show each. */
const maxPassed = 500;

/** A type and not an interface, as it is the input of endpoints. */
export type PageRequest = { limit?: number | undefined; cursor?: string | undefined };

export interface Page<Item> {
  data: Item[];
  nextCursor: string | null;
  hasMore: boolean;
}

interface Row {
  _id: string;
  _creationTime: number;
}

interface Position extends Row {
  rank: number;
}

export interface PagedList<Item extends Row> extends CursorList {
  /**
   * The rows of each table or index range created at `fromMs` or before, newest first. A page reads only a few. With
   * `rankOf` they are those of this rank created at `fromMs` or before, and then those of a lower rank.
   */
  sources: ((fromMs: number, rank: number) => AsyncIterable<Item>)[];
  /** Rows of a higher rank come first. Without it all rows have the same rank, and their age decides alone. */
  rankOf?: (item: Item) => number;
  /** With it, `sources` return the rows that were created at `fromMs` or after, oldest first. */
  isOldestFirst?: true;
  /**
   * Whether a row belongs to the list, where no index tells. A page passes a bounded number of rows, so it may show
   * fewer than asked for and have more after it.
   */
  isShown?: (item: Item) => boolean;
  /** The number of characters that show a row, when they are not the row's own. */
  sizeOf?: (item: Item) => number;
}

/** A list with the filters that are given, in whatever order: `listName("issues", { status: "open" })`. */
export function listName(name: string, filters: Record<string, unknown>): string {
  const given = Object.entries(filters)
    .filter(([, value]) => value !== undefined)
    .map(([field, value]): [string, unknown] => [field, Array.isArray(value) ? inAnyOrder(value) : value]);
  return `${name}?${JSON.stringify(given.sort(([a], [b]) => (a < b ? -1 : 1)))}`;
}

function inAnyOrder(values: readonly unknown[]): string[] {
  return [...new Set(values.map(String))].toSorted((a, b) => (a < b ? -1 : 1));
}

export async function readPage<Item extends Row, Shown>(
  list: PagedList<Item>,
  { limit, cursor }: PageRequest,
  bounds: PageBounds,
  present: (item: Item) => Shown | Promise<Shown>,
): Promise<Page<Shown>> {
  const count = limit ?? bounds.default ?? (cursor === undefined ? maxWhole : pageBounds.usual.default);
  const after = cursor === undefined ? null : await positionOf(list, cursor);
  const byAge = list.isOldestFirst ? (a: Row, b: Row) => newestFirst(b, a) : newestFirst;
  const rankOf = list.rankOf ?? (() => 0);
  const fromMs = after?._creationTime ?? (list.isOldestFirst ? 0 : Number.MAX_SAFE_INTEGER);
  const fromRank = after?.rank ?? Number.MAX_SAFE_INTEGER;
  const isAhead = (row: Item) => after === null || (after.rank - rankOf(row) || byAge(row, after)) > 0;
  const newLimiter = () => sizeLimiter(count, list);
  const read = (source: (typeof list.sources)[number]) => readFitting(source(fromMs, fromRank), isAhead, newLimiter());
  const found = await Promise.all(list.sources.map(read));
  const rows = found.flat().sort((a, b) => rankOf(b) - rankOf(a) || byAge(a, b));
  const fits = newLimiter();
  const tooMany = rows.findIndex((row) => !fits(row));
  const passed = tooMany === -1 ? rows : rows.slice(0, tooMany);
  const shown = list.isShown === undefined ? passed : passed.filter(list.isShown);
  const last = passed.at(-1);
  const hasMore = tooMany !== -1 && last !== undefined;
  return {
    data: await Promise.all(shown.map(present)),
    nextCursor: hasMore ? await cursorAt(list, last, rankOf(last)) : null,
    hasMore,
  };
}

/** Reads the rows that fit, and the next one, if any, which shows that there are more. */
async function readFitting<Item>(
  source: AsyncIterable<Item>,
  isAhead: (row: Item) => boolean,
  fits: (row: Item) => boolean,
): Promise<Item[]> {
  const rows: Item[] = [];
  for await (const row of source) {
    if (!isAhead(row)) continue;
    rows.push(row);
    if (!fits(row)) break;
  }
  return rows;
}

/** Returns a function that says whether the page has room for the next row. */
function sizeLimiter<Item extends Row>(
  count: number,
  { sizeOf = jsonLength, isShown = () => true }: Pick<PagedList<Item>, "sizeOf" | "isShown">,
): (row: Item) => boolean {
  let rows = 0;
  let passed = 0;
  let weight = 0;
  return (row) => {
    passed += 1;
    weight += sizeOf(row);
    if (isShown(row)) rows += 1;
    return rows <= count && passed <= Math.max(count, maxPassed) && weight <= maxPageSize;
  };
}

function jsonLength(row: unknown): number {
  return JSON.stringify(row).length;
}

function newestFirst(a: Row, b: Row): number {
  if (a._creationTime !== b._creationTime) return b._creationTime - a._creationTime;
  if (a._id === b._id) return 0;
  return a._id < b._id ? 1 : -1;
}

/** The cursor of the page that begins after this row. */
export async function cursorAt(list: CursorList, row: Row, rank = 0): Promise<string> {
  return await sealCursor(list, JSON.stringify([row._creationTime, row._id, ...(rank === 0 ? [] : [rank])]));
}

/** Throws VALIDATION for any text that is not a cursor of this list. */
async function positionOf(list: CursorList, cursor: string): Promise<Position> {
  // The seal proves that `cursorAt` has written this text.
  const [_creationTime, _id, rank = 0] = JSON.parse(await openCursor(list, cursor)) as [number, string, number?];
  return { _creationTime, _id, rank };
}
