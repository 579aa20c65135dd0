// Decides which documents a search finds and in which order. Documents come first in which the words of the search
// have the most weight; among equals, the latest comes first. A word has more weight when fewer documents contain it
// (BM25).
//
// The cost is bounded: for each word, only the best and latest documents are read. So a search for one word is exact.
// A search for a few very common words knows of an old document only whether it contains all of them.
import type { Rows } from "./rows";
import { allDocuments, filterToken, prefixTokens, presenceToken, partitionOf, wordTokens } from "./searchEntry";
import { rareMatches } from "./searchRareWords";
import type { SearchRows } from "./searchRows";
import { classWeights, type SearchTerms } from "./searchTerms";
import type { Json } from "../value/json";
import type { SearchIndex } from "./registry";

/** Convex reads the same number of results. */
export const maxResults = 1024;
const maxCandidates = 8 * maxResults;
/** For searches with more words than this, documents that contain all words are not searched separately. */
const maxJoinedWords = 4;
/** The factor for a word that is not the last word of the search but begins with it. */
const prefixWeight = 0.5;

export interface SearchRequest {
  index: SearchIndex;
  terms: SearchTerms;
  filters: readonly SearchFilter[];
}

/** A filter of a search. `field` is the number of the filter field. */
export interface SearchFilter {
  field: number;
  value: Json | undefined;
}

export interface RankedRow {
  row: number;
  score: number;
}

export interface Ranking {
  /** The weight of each word, and then of the prefix. */
  weights: number[];
  ranked: RankedRow[];
}

/**
 * Finds and sorts the documents. For a later page, `weights` are the weights of the first page, so that documents
 * keep their positions.
 */
export function rank(rows: Rows, request: SearchRequest, weights: readonly number[] | null): Ranking {
  const { words, prefix } = request.terms;
  if (prefix === null) return { weights: [], ranked: [] };
  const candidates = words.length === 1 ? maxResults : Math.max(maxResults, Math.floor(maxCandidates / words.length));
  const rare = words.map((word) => rarePostingsOf(rows, request, word));
  const postings = words.map((word, at) => rare[at] ?? postingsOf(rows.search, request, word, candidates));
  const lastWord = words.indexOf(prefix);
  // Words that only begin with the prefix weigh less than the whole word. They are not needed when the whole word has
  // enough documents.
  const hasEnough = postings[lastWord]?.size === candidates;
  // Where the whole word is rare, few other words begin with it.
  const isRare = (rare[lastWord]?.size ?? 0) > 0;
  const beginning = hasEnough ? [] : rowsWithPrefix(rows, request, prefix, { candidates, isRare });
  const used = weights ?? weigh([...postings.map(({ size }) => size), beginning.length]);
  const scores = score(lastWord, postings, beginning, used);
  const isCut = postings.some(({ size }) => size === candidates);
  if (isCut && words.length > 1 && words.length <= maxJoinedWords) {
    raiseWithAllWords(rows.search, request, scores, used);
  }
  return { weights: [...used], ranked: topRanked(scores) };
}

/** Like `postingsOf`, for a rare word. Returns null for a word that is not rare. */
function rarePostingsOf(rows: Rows, request: SearchRequest, word: string): Map<number, number> | null {
  const expressions = wordTokens(partitionOfRequest(request), word).map((token) => `"${token}"`);
  // Short texts give their words the most weight, and are usual. So a common word shows first that it is one.
  const few = rareMatches(rows, request, expressions.toReversed());
  return few && new Map(Array.from(few, ([row, number]) => [row, classWeights.at(-1 - number) ?? 0]));
}

/** Returns the rows that contain a word, with the weight of the word's class in each. */
function postingsOf(reader: SearchRows, request: SearchRequest, word: string, candidates: number): Map<number, number> {
  const weightOf = new Map<number, number>();
  const tokens = wordTokens(partitionOfRequest(request), word);
  for (const [weightClass, weight] of [...classWeights.entries()].reverse()) {
    const token = tokens[weightClass];
    if (token === undefined || weightOf.size === candidates) continue;
    const expression = withFilters(request, `"${token}"`);
    for (const row of reader.latest(request.index, expression, candidates - weightOf.size)) weightOf.set(row, weight);
  }
  return weightOf;
}

function rowsWithPrefix(
  rows: Rows,
  request: SearchRequest,
  prefix: string,
  { candidates, isRare }: { candidates: number; isRare: boolean },
): readonly number[] {
  const { kind, text } = prefixTokens(request.index, partitionOfRequest(request), prefix);
  const expression = `"${text}"${kind === "token" ? "" : " *"}`;
  const few = isRare ? rareMatches(rows, request, [expression]) : null;
  return few === null
    ? rows.search.latest(request.index, withFilters(request, expression), candidates)
    : [...few.keys()];
}

function partitionFilter({ filters }: SearchRequest): SearchFilter | undefined {
  return filters.find(({ field }) => field === 0);
}

/** Returns the partition in which the words of a search are looked up. */
export function partitionOfRequest(request: SearchRequest): string {
  const filter = partitionFilter(request);
  return filter === undefined ? allDocuments : partitionOf(filter.value);
}

/**
 * Adds the filters to an expression, except the filter by the first field, which is already part of the words'
 * tokens.
 */
function withFilters(request: SearchRequest, expression: string): string {
  const ofSpace = partitionFilter(request);
  return request.filters
    .filter((filter) => filter !== ofSpace)
    .reduce(
      (narrowed, { field, value }) =>
        value === undefined
          ? `(${narrowed}) NOT "${presenceToken(field)}"`
          : `(${narrowed}) AND "${filterToken(field, value)}"`,
      expression,
    );
}

/**
 * Computes the weights of words from the number of documents that contain them. Counting all documents would be
 * expensive. Instead they are assumed to be twice as many as the documents found, which distinguishes rare words from
 * common ones just as well.
 */
function weigh(documentsWith: readonly number[]): number[] {
  const all = 2 * documentsWith.reduce((sum, count) => sum + count, 0);
  return documentsWith.map((count) => Math.log(1 + (all - count + 0.5) / (count + 0.5)));
}

function score(
  lastWord: number,
  postings: readonly ReadonlyMap<number, number>[],
  beginning: readonly number[],
  weights: readonly number[],
): Map<number, number> {
  const scores = new Map<number, number>();
  const raise = (row: number, by: number) => scores.set(row, (scores.get(row) ?? 0) + by);
  for (const [at, rows] of postings.entries()) {
    for (const [row, weight] of rows) raise(row, weight * (weights[at] ?? 0));
  }
  const ofPrefix = prefixWeight * (weights[postings.length] ?? 0);
  for (const row of beginning) {
    if (postings[lastWord]?.has(row) !== true) raise(row, ofPrefix);
  }
  return scores;
}

/**
 * Raises the scores of documents that contain all words. For a very common word, only some documents were read, and
 * the others may contain all words too.
 */
function raiseWithAllWords(
  reader: SearchRows,
  request: SearchRequest,
  scores: Map<number, number>,
  weights: readonly number[],
): void {
  const { words } = request.terms;
  const anyClass = (word: string) => wordTokens(partitionOfRequest(request), word).map((token) => `"${token}"`);
  const expression = words.map((word) => `(${anyClass(word).join(" OR ")})`).join(" AND ");
  const least = words.reduce((sum, _, at) => sum + (weights[at] ?? 0) * classWeights[0], 0);
  for (const row of reader.latest(request.index, withFilters(request, expression), maxResults)) {
    scores.set(row, Math.max(scores.get(row) ?? 0, least));
  }
}

function topRanked(scores: ReadonlyMap<number, number>): RankedRow[] {
  const ranked = Array.from(scores, ([row, score]) => ({ row, score }));
  return ranked.sort(compareRanked).slice(0, maxResults);
}

/** Returns a negative number if `a` comes before `b`. */
export function compareRanked(a: RankedRow, b: RankedRow): number {
  return b.score - a.score || b.row - a.row;
}
