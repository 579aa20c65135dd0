// Live searches. They return only the best matches: a person who misses something types more words. REST has pages.
import type { DocumentByInfo, GenericTableInfo, OrderedQuery } from "convex/server";
import { v } from "convex/values";
import { invalid } from "../lib/errors";
import { requireLimit } from "./limits";
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
  { search, limit }: Search,
  present: (row: DocumentByInfo<Table>) => Shown,
): Promise<Shown[]> {
  return (await find(requireSearchWords(search)).take(requireLimit(limit, maxFound))).map(present);
}

/** Throws VALIDATION for a text that is too long or has no words. */
export function requireSearchWords(search: string): string {
  const words = search.trim();
  if (words.length > maxSearchLength)
    throw invalid("search", `search must have at most ${maxSearchLength} characters.`);
  if (!hasWords(words)) throw invalid("search", `search ${wordsRule}.`);
  return words;
}
