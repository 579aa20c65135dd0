// Which documents a search finds and in which order: those that any of the words says most of first, the latest among
// equals. A word is worth the more the fewer documents have it (BM25).
//
// The cost is bounded: of each word, only the best and latest documents are looked at. So a search for one word is
// exact, and one for a few words that each are very common knows of an old document only that it has all of them.
import { allDocuments, filterToken, prefixTokens, presenceToken, spaceOf, wordTokens } from "./searchEntry";
import type { SearchReader } from "./searchRows";
import { classWeights, type SearchTerms } from "./searchTerms";
import type { Json } from "../value/json";
import type { SearchIndex } from "./registry";

/** As many as Convex looks at. */
export const maxResults = 1024;
const maxCandidates = 8 * maxResults;
/** Of more words, having all of them is not looked for by itself. */
const maxJoinedWords = 4;
/** Of a word that only begins with the prefix. */
const prefixWeight = 0.5;

export interface SearchRequest {
  index: SearchIndex;
  terms: SearchTerms;
  filters: readonly SearchFilter[];
}

/** `field` is the number of the filter field. */
export interface SearchFilter {
  field: number;
  value: Json | undefined;
}

export interface Ranked {
  row: number;
  score: number;
}

export interface Ranking {
  /** What each word, and then the prefix, was worth. */
  weights: number[];
  ranked: Ranked[];
}

/** `weights` are those of the first page, where another one follows: what is scored by them stays where it was. */
export function rank(reader: SearchReader, request: SearchRequest, weights: readonly number[] | null): Ranking {
  const { words, prefix } = request.terms;
  if (prefix === null) return { weights: [], ranked: [] };
  const candidates = words.length === 1 ? maxResults : Math.max(maxResults, Math.floor(maxCandidates / words.length));
  const postings = words.map((word) => postingsOf(reader, request, word, candidates));
  const lastWord = words.indexOf(prefix);
  // What only begins with a word is worth less than the word, of which there is enough then.
  const hasEnough = postings[lastWord]?.size === candidates;
  const beginning = hasEnough ? [] : beginningWith(reader, request, prefix, candidates);
  const used = weights ?? weigh([...postings.map((rows) => rows.size), beginning.length]);
  const scores = score(lastWord, postings, beginning, used);
  const isCut = postings.some((rows) => rows.size === candidates);
  if (isCut && words.length > 1 && words.length <= maxJoinedWords) raiseWithAllWords(reader, request, scores, used);
  return { weights: [...used], ranked: best(scores) };
}

/** The rows that have a word, with the weight of its class. */
function postingsOf(
  reader: SearchReader,
  request: SearchRequest,
  word: string,
  candidates: number,
): Map<number, number> {
  const weightOf = new Map<number, number>();
  const tokens = wordTokens(spaceIn(request), word);
  for (const [weightClass, weight] of [...classWeights.entries()].reverse()) {
    const token = tokens[weightClass];
    if (token === undefined || weightOf.size === candidates) continue;
    const expression = filtered(request, `"${token}"`);
    for (const row of reader.latest(request.index, expression, candidates - weightOf.size)) weightOf.set(row, weight);
  }
  return weightOf;
}

function beginningWith(reader: SearchReader, request: SearchRequest, prefix: string, candidates: number): number[] {
  const { kind, text } = prefixTokens(request.index, spaceIn(request), prefix);
  return reader.latest(request.index, filtered(request, `"${text}"${kind === "token" ? "" : " *"}`), candidates);
}

function filterOfSpace({ filters }: SearchRequest): SearchFilter | undefined {
  return filters.find(({ field }) => field === 0);
}

/** Where the words of a search stand. */
export function spaceIn(request: SearchRequest): string {
  const filter = filterOfSpace(request);
  return filter === undefined ? allDocuments : spaceOf(filter.value);
}

/** The filter by the first field is in the words' own tokens. */
function filtered(request: SearchRequest, expression: string): string {
  const ofSpace = filterOfSpace(request);
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
 * How many documents there are would have to be counted; that as many again have none of the words tells rare ones from
 * common ones as well.
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

/** What was cut off of the words' documents may have all of them. */
function raiseWithAllWords(
  reader: SearchReader,
  request: SearchRequest,
  scores: Map<number, number>,
  weights: readonly number[],
): void {
  const { words } = request.terms;
  const anyClass = (word: string) => wordTokens(spaceIn(request), word).map((token) => `"${token}"`);
  const expression = words.map((word) => `(${anyClass(word).join(" OR ")})`).join(" AND ");
  const least = words.reduce((sum, _, at) => sum + (weights[at] ?? 0) * classWeights[0], 0);
  for (const row of reader.latest(request.index, filtered(request, expression), maxResults)) {
    scores.set(row, Math.max(scores.get(row) ?? 0, least));
  }
}

function best(scores: ReadonlyMap<number, number>): Ranked[] {
  const ranked = Array.from(scores, ([row, score]) => ({ row, score }));
  return ranked.sort(compareRanked).slice(0, maxResults);
}

/** Negative: `a` stands before `b`. */
export function compareRanked(a: Ranked, b: Ranked): number {
  return b.score - a.score || b.row - a.row;
}
