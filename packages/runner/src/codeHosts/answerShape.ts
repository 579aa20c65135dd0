// What the runner needs out of an answer. Hosts may send anything, so nothing else is used.
import * as z from "zod";
import { hasMoreValues } from "../text/json";
import { take, truncate } from "../text/truncate";
import { CodeHostError } from "./errors";
import type { Answer, HostClient } from "./client";

/**
 * A page of a hundred workflow runs, with all that GitHub says about each, has about 21,000. Every wrong value costs
 * time and memory, and in 10 MB there is room for millions.
 */
const maxValues = 50_000;
const maxIssues = 5;
const maxReason = 1000;

/** Throws CodeHostError for an answer of another shape. */
export function parseAnswer<Schema extends z.ZodType>(schema: Schema, answer: unknown): z.output<Schema> {
  if (hasMoreValues(answer, maxValues))
    throw new CodeHostError(`The code host has answered with more than ${maxValues} values`);
  const read = schema.safeParse(answer);
  if (read.success) return read.data;
  const first = new z.ZodError(take(read.error.issues, maxIssues));
  throw new CodeHostError(
    `The code host has answered with something else than its API does: ${truncate(z.prettifyError(first), maxReason)}`,
  );
}

const [pageSize, maxPages] = [100, 5];

export interface Pages<Item> {
  items: Item[];
  /** False when the list is longer than what is read. */
  isWhole: boolean;
}

/** Reads the pages of a list, up to a bounded number of them. */
export async function readPages<Schema extends z.ZodType, Item>(
  { client, url, signal }: { client: HostClient; url: string; signal: AbortSignal },
  schema: Schema,
  itemsOf: (page: z.output<Schema>) => Item[],
): Promise<Pages<Item>> {
  const all: Item[] = [];
  for (let number = 1; number <= maxPages; number++) {
    const query = `per_page=${pageSize}&page=${number}`;
    const answer = await client.get(`${url}${url.includes("?") ? "&" : "?"}${query}`, signal);
    const items = itemsOf(parseAnswer(schema, answer.body));
    all.push(...take(items, pageSize));
    // No page is longer at a host that keeps to its API, and what others send has its bound too.
    if (items.length > pageSize) return { items: all, isWhole: false };
    if (!continues(answer, items.length)) return { items: all, isWhole: true };
  }
  return { items: all, isWhole: false };
}

/** Where the host does not say which page is the last, no more pages are passed to find it. */
const maxPassed = 30;

/** Reads the last pages of a list that has what is newest at its end. */
export async function readNewest<Schema extends z.ZodType, Item>(
  { client, url, signal }: { client: HostClient; url: string; signal: AbortSignal },
  schema: Schema,
  itemsOf: (page: z.output<Schema>) => Item[],
): Promise<Pages<Item>> {
  const pages: Item[][] = [];
  let hasPassed = false;
  for (let number = 1, passed = 0; passed < maxPassed; number++, passed++) {
    const query = `per_page=${pageSize}&page=${number}`;
    const answer = await client.get(`${url}${url.includes("?") ? "&" : "?"}${query}`, signal);
    const items = itemsOf(parseAnswer(schema, answer.body));
    if (items.length > 0) pages.push(take(items, pageSize));
    const isWhole = !hasPassed && pages.length <= maxPages && items.length <= pageSize;
    if (items.length > pageSize || !continues(answer, items.length)) return newestOf(pages, isWhole);
    const { lastPage } = answer;
    if (number !== 1 || lastPage === null || lastPage <= maxPages) continue;
    pages.length = 0;
    hasPassed = true;
    number = lastPage - maxPages;
  }
  return newestOf(pages, false);
}

function newestOf<Item>(pages: Item[][], isWhole: boolean): Pages<Item> {
  return { items: pages.slice(-maxPages).flat(), isWhole };
}

function continues({ hasNext }: Answer, count: number): boolean {
  return hasNext ?? count >= pageSize;
}
