// Lists in pages, newest first and ties by id. A page is read from an index range that begins at its position, so it
// costs what it shows, however long the list is; rows that come or go meanwhile neither repeat nor hide another.
//
// A cursor is a position and a seal over it, the list, its filters and the project, in base64url; a seal under other
// ones does not hold. The seal needs no secret that must be kept from callers, as a position is only ever looked up
// among the rows of the caller's own project; it is keyed by the project's exact time of creation, of which the API
// shows whole milliseconds alone, so that nobody comes to depend on making cursors.
import type { Doc } from "../_generated/dataModel";
import { toBase64Url } from "../lib/base64";
import { sha256Hex } from "../lib/hashing";
import { invalid } from "./errors";

/** The most rows of a list that is answered whole when neither a limit nor a cursor is asked for. */
const wholeMax = 1000;
const limitDefault = 25;

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

export interface PagedList<Item extends Row> {
  project: Doc<"projects">;
  /** With its filters, such as `issues?status=open`. */
  name: string;
  /**
   * The rows created at `latestMs` or before, newest first, from each table that the list is made of: index ranges,
   * of which no more is read than the page needs.
   */
  sources: ((latestMs: number) => AsyncIterable<Item>)[];
}

/** A list that is small by nature: all of it, to a ceiling, unless a limit or a cursor is asked for. */
export async function readSmallList<Item extends Row, Shown>(
  list: PagedList<Item>,
  { limit, cursor }: PageRequest,
  present: (item: Item) => Shown | Promise<Shown>,
): Promise<Page<Shown>> {
  const count = limit ?? (cursor === undefined ? wholeMax : limitDefault);
  const after = cursor === undefined ? null : await positionOf(list, cursor);
  const found = await Promise.all(list.sources.map((source) => take(source, after, count + 1)));
  const rows = found.flat().sort(newestFirst);
  const shown = rows.slice(0, count);
  const last = shown.at(-1);
  const hasMore = rows.length > count && last !== undefined;
  return {
    data: await Promise.all(shown.map(present)),
    nextCursor: hasMore ? await cursorAt(list, last) : null,
    hasMore,
  };
}

async function take<Item extends Row>(
  source: (latestMs: number) => AsyncIterable<Item>,
  after: Row | null,
  count: number,
): Promise<Item[]> {
  const rows: Item[] = [];
  for await (const row of source(after?._creationTime ?? Number.MAX_SAFE_INTEGER)) {
    if (after !== null && newestFirst(row, after) <= 0) continue;
    rows.push(row);
    if (rows.length === count) break;
  }
  return rows;
}

function newestFirst(a: Row, b: Row): number {
  if (a._creationTime !== b._creationTime) return b._creationTime - a._creationTime;
  if (a._id === b._id) return 0;
  return a._id < b._id ? 1 : -1;
}

async function cursorAt(list: Pick<PagedList<Row>, "project" | "name">, row: Row): Promise<string> {
  const position = JSON.stringify([row._creationTime, row._id]);
  const { _id, _creationTime } = list.project;
  const seal = await sha256Hex(JSON.stringify([list.name, _id, _creationTime, position]));
  return toBase64Url(new TextEncoder().encode(seal.slice(0, 32) + position));
}

/** Throws VALIDATION for whatever is not, byte by byte, a cursor of this list. */
async function positionOf(list: Pick<PagedList<Row>, "project" | "name">, cursor: string): Promise<Row> {
  const row = decodePosition(cursor);
  if (row === null || (await cursorAt(list, row)) !== cursor) {
    throw invalid("cursor", "cursor is none of this list with these filters.");
  }
  return row;
}

function decodePosition(cursor: string): Row | null {
  try {
    const text = atob(cursor.replaceAll("-", "+").replaceAll("_", "/"));
    const position: unknown = JSON.parse(text.slice(32));
    if (!Array.isArray(position)) return null;
    const [time, id] = position as unknown[];
    if (typeof time !== "number" || typeof id !== "string") return null;
    return { _creationTime: time, _id: id };
  } catch {
    return null;
  }
}
