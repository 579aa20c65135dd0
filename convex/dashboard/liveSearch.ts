// Live searches. They return only the best matches: a person who misses something types more words. REST has pages.
import type { DocumentByInfo, GenericTableInfo, OrderedQuery } from "convex/server";
import { v } from "convex/values";
import { invalid } from "../lib/errors";
import { hasWords, maxSearchLength, wordsRule } from "../lib/searchText";

/** One transaction may read this many rows, even of the largest size. */
const maxFound = 50;

export const searchArgs = { search: v.string(), limit: v.optional(v.number()) };

interface Search {
  search: string;
  limit?: number;
}

export async function presentBestMatches<Table extends GenericTableInfo, Shown>(
  find: (words: string) => OrderedQuery<Table>,
  { search, limit = maxFound }: Search,
  present: (row: DocumentByInfo<Table>) => Shown,
): Promise<Shown[]> {
  const words = search.trim();
  if (words.length > maxSearchLength)
    throw invalid("search", `search must have at most ${maxSearchLength} characters.`);
  if (!hasWords(words)) throw invalid("search", `search ${wordsRule}.`);
  if (!Number.isInteger(limit) || limit < 1 || limit > maxFound) {
    throw invalid("limit", `limit must be an integer from 1 to ${maxFound}.`);
  }
  return (await find(words).take(limit)).map(present);
}
