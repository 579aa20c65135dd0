// Pages of a query. A cursor is a position in the key space of the index together with a fingerprint of its query.
// Therefore rows that are inserted or deleted between two pages neither repeat nor hide other rows.
import crypto from "node:crypto";
import { FunctionError } from "../value/functionError";
import { isJsonObject, type Json } from "../value/json";
import type { KeySpan } from "./keySpan";
import { limits } from "./limits";
import { planQuery, type QueryPlan } from "./queryPlan";
import { accepts, reachedLimit, openScan, initialState } from "./queryStream";
import type { Transaction } from "./transaction";

export interface PageRequest {
  query: Json | undefined;
  cursor: Json | undefined;
  endCursor: Json | undefined;
  pageSize: Json | undefined;
  maximumRowsRead: Json | undefined;
  maximumBytesRead: Json | undefined;
}

/** One page of results. `page` holds the stored text of each document. */
export interface Page {
  page: string[];
  isDone: boolean;
  continueCursor: string;
  splitCursor: string | null;
  pageStatus: "SplitRecommended" | "SplitRequired" | null;
}

type Position = { kind: "after"; key: Buffer } | { kind: "end" };

/** A page that has read more than this share of what it may read should be split, before it has grown too large. */
const splitRecommendedShare = 0.75;

export function readPage(transaction: Transaction, component: string, request: PageRequest): Page {
  transaction.usage.add("databaseQueries", 1);
  const plan = planQuery(transaction.registry, component, request.query);
  const fingerprint = fingerprintOf(request.query);
  const start = request.cursor == null ? null : parseCursor(request.cursor, fingerprint);
  const end = request.endCursor == null ? null : parseCursor(request.endCursor, fingerprint);
  if (start?.kind === "end") return emptyPage(fingerprint);
  const span = { after: keyOf(start), through: keyOf(end) };
  const bounds = pageBounds(request, end);
  const walked = walk(transaction, plan, span, bounds);
  return toPage(walked, end, statusOf(walked, request), fingerprint);
}

function emptyPage(fingerprint: string): Page {
  const continueCursor = writeCursor({ kind: "end" }, fingerprint);
  return { page: [], isDone: true, continueCursor, splitCursor: null, pageStatus: null };
}

function keyOf(position: Position | null): Buffer | null {
  return position?.kind === "after" ? position.key : null;
}

interface Bounds {
  rows: number;
  rowsRead: number;
  bytesRead: number;
}

function pageBounds(request: PageRequest, end: Position | null): Bounds {
  const size = request.pageSize;
  if (typeof size !== "number" || !Number.isInteger(size) || size < 1 || size > limits.pageSize) {
    throw new FunctionError(
      "InvalidPageSize",
      `Invalid page size ${JSON.stringify(size ?? null)}: it must be a whole number from 1 to ${limits.pageSize}.`,
    );
  }
  const rowsRead = maximum(request.maximumRowsRead);
  const bytesRead = maximum(request.maximumBytesRead);
  if (rowsRead === 0 || bytesRead === 0) {
    throw new FunctionError("InvalidPaginationLimit", "maximumRowsRead and maximumBytesRead must be greater than 0");
  }
  // A page that ends where another one begins has all rows up to there, or else some would be on no page.
  const unbounded = Number.POSITIVE_INFINITY;
  return end === null
    ? { rows: size, rowsRead, bytesRead }
    : { rows: unbounded, rowsRead: unbounded, bytesRead: unbounded };
}

function maximum(value: Json | undefined): number {
  return typeof value === "number" ? value : Number.POSITIVE_INFINITY;
}

interface Walked {
  texts: string[];
  keys: Buffer[];
  lastKey: Buffer | null;
  reachedEnd: boolean;
  cutShort: boolean;
  bytesRead: number;
}

function walk(transaction: Transaction, plan: QueryPlan, span: KeySpan, bounds: Bounds): Walked {
  const rows = openScan(transaction, plan, span, bounds.rows);
  const operators = plan.operators.map(initialState);
  const walked: Walked = { texts: [], keys: [], lastKey: null, reachedEnd: false, cutShort: false, bytesRead: 0 };
  while (walked.texts.length < bounds.rows) {
    if (walked.keys.length >= bounds.rowsRead || walked.bytesRead >= bounds.bytesRead) {
      walked.cutShort = true;
      break;
    }
    const row = reachedLimit(operators) ? null : rows.next();
    if (row === null) {
      walked.reachedEnd = true;
      break;
    }
    walked.bytesRead += row.size;
    walked.lastKey = row.key;
    walked.keys.push(row.key);
    if (accepts(operators, row.text)) walked.texts.push(row.text);
  }
  return walked;
}

function statusOf({ cutShort, keys, bytesRead }: Walked, request: PageRequest): Page["pageStatus"] {
  if (cutShort) return "SplitRequired";
  const rowsAllowed = Math.min(maximum(request.maximumRowsRead), limits.documentsRead);
  const bytesAllowed = Math.min(maximum(request.maximumBytesRead), limits.bytesRead);
  const isLarge =
    keys.length > Math.floor(rowsAllowed * splitRecommendedShare) ||
    bytesRead > Math.floor(bytesAllowed * splitRecommendedShare);
  return isLarge ? "SplitRecommended" : null;
}

function toPage(walked: Walked, end: Position | null, pageStatus: Page["pageStatus"], fingerprint: string): Page {
  const position = nextPosition(walked, end);
  const middle = walked.keys[Math.floor(walked.keys.length / 2) - 1];
  return {
    page: walked.texts,
    isDone: position.kind === "end",
    continueCursor: writeCursor(position, fingerprint),
    // The cursor is sent even when the page need not be split: clients split a page that has grown to more than twice
    // the size they asked for.
    splitCursor: middle === undefined ? null : writeCursor({ kind: "after", key: middle }, fingerprint),
    pageStatus,
  };
}

function nextPosition(walked: Walked, end: Position | null): Position {
  if (walked.cutShort && walked.lastKey !== null) return { kind: "after", key: walked.lastKey };
  if (end !== null) return end;
  if (walked.reachedEnd || walked.lastKey === null) return { kind: "end" };
  return { kind: "after", key: walked.lastKey };
}

function fingerprintOf(query: Json | undefined): string {
  return crypto
    .createHash("sha256")
    .update(JSON.stringify(query ?? null))
    .digest("base64url")
    .slice(0, 16);
}

function writeCursor(position: Position, fingerprint: string): string {
  const place = position.kind === "end" ? null : position.key.toString("base64");
  return Buffer.from(JSON.stringify({ place, query: fingerprint })).toString("base64url");
}

/** Returns true if the text is a cursor of this query. */
export function isCursorOf(query: Json | undefined, cursor: string): boolean {
  const parsed = parseJson(Buffer.from(cursor, "base64url").toString());
  if (!isJsonObject(parsed) || parsed["query"] !== fingerprintOf(query)) return false;
  return parsed["place"] === null || typeof parsed["place"] === "string";
}

function parseCursor(cursor: Json | undefined, fingerprint: string): Position {
  const parsed = typeof cursor === "string" ? parseJson(Buffer.from(cursor, "base64url").toString()) : undefined;
  if (!isJsonObject(parsed)) throw invalidCursor("it cannot be read");
  if (parsed["query"] !== fingerprint) throw invalidCursor("it belongs to another query");
  const place = parsed["place"];
  if (place === null) return { kind: "end" };
  if (typeof place !== "string") throw invalidCursor("it cannot be read");
  return { kind: "after", key: Buffer.from(place, "base64") };
}

function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** Makes the error for an invalid cursor. `usePaginatedQuery` knows by its form that it must start again. */
function invalidCursor(why: string): FunctionError {
  return new FunctionError("InvalidCursor", `InvalidCursor: Tried to run a query starting from a cursor, but ${why}.`, {
    isConvexSystemError: true,
    paginationError: "InvalidCursor",
  });
}
