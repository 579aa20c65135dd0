// What a search index keeps of a document: tokens of a full-text table, from which searches find it, and keys of the
// write log, by which results are known to be out of date.
//
// Every word stands there twice: by itself, and within the value of the first filter field, so that a search which
// filters by that one (a project, a channel) costs what that value's documents cost and not what all do. The beginnings
// of words are tokens too, as far as many words share them. Of a filter field that is not there nothing stands, as most
// documents would have it: a search for those leaves out the documents in which there is something.
import crypto from "node:crypto";
import { encodeIndexKey, keySuccessor, valueAtPath } from "../value/indexKey";
import type { Json } from "../value/json";
import type { Document } from "./documents";
import type { KeyRange } from "./readSet";
import type { SearchIndex } from "./registry";
import { classOf, classWeights, termsOf } from "./searchTerms";

export interface SearchEntry {
  readonly tokens: string;
  readonly keys: readonly Buffer[];
}

/** Characters that no word has, and that the full-text table takes for parts of a token. */
export const tokenCharacters = "._~:";
const longestPrefixToken = 3;

/** The words of the whole index. */
export const allDocuments = "";

/** The words of the documents in which the first filter field has this value. */
export function spaceOf(value: Json | undefined): string {
  return digestOf(value);
}

export function wordTokens(space: string, word: string): string[] {
  return classWeights.map((_, weightClass) => wordToken(space, word, weightClass));
}

function wordToken(space: string, word: string, weightClass: number): string {
  return `${space}.${word}_${weightClass}`;
}

/** The token of a beginning, or what the tokens begin with that say the same. */
export function prefixTokens(
  index: SearchIndex,
  space: string,
  prefix: string,
): { kind: "token" | "beginning"; text: string } {
  if (Array.from(prefix).length > longestPrefixToken) return { kind: "beginning", text: `${space}.${prefix}` };
  const isDivided = index.filterFields.length > 0;
  return { kind: isDivided && space === allDocuments ? "beginning" : "token", text: prefixToken(space, prefix) };
}

function prefixToken(space: string, prefix: string): string {
  return `${prefix}~${space}`;
}

/** `field` counts the filter fields from 0. */
export function filterToken(field: number, value: Json): string {
  return `:${field}${digestOf(value)}`;
}

/** Of the documents in which the field has any value. */
export function presenceToken(field: number): string {
  return `:${field}`;
}

/** Of the values that were met last: documents written together have most of theirs in common. */
const digests = new Map<string | undefined, string>();
const keptDigests = 1000;

/** 64 bits. */
function digestOf(value: Json | undefined): string {
  const text = JSON.stringify(value);
  const known = digests.get(text);
  if (known !== undefined) return known;
  const hash = crypto.createHash("sha256").update(encodeIndexKey([value]));
  const digest = hash.digest().readBigUInt64BE().toString(36);
  if (digests.size === keptDigests) digests.clear();
  digests.set(text, digest);
  return digest;
}

export function wordRange(space: string, word: string): KeyRange {
  const from = wordKey(space, word);
  return { from, to: keySuccessor(from) };
}

export function prefixRange(space: string, prefix: string): KeyRange {
  const from = Buffer.from(`${space}.${prefix}`);
  return { from, to: keySuccessor(from) };
}

/** Ends where no other word's goes on. */
function wordKey(space: string, word: string): Buffer {
  return Buffer.from(`${space}.${word}\0`);
}

/** null: the document has no words in the search field, so no search finds it. */
export function searchEntryOf(index: SearchIndex, document: Document): SearchEntry | null {
  const text = valueAtPath(document, index.searchPath);
  const terms = typeof text === "string" ? termsOf(text) : [];
  if (terms.length === 0) return null;
  const filters = index.filterPaths.map((path) => valueAtPath(document, path));
  const space = filters.length === 0 ? allDocuments : spaceOf(filters[0]);
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  const tokens = filters.flatMap((value, field) =>
    value === undefined ? [] : [presenceToken(field), filterToken(field, value)],
  );
  const keys: Buffer[] = [];
  for (const [term, count] of counts) {
    const weightClass = classOf(count, terms.length);
    for (const where of new Set([allDocuments, space])) {
      tokens.push(wordToken(where, term, weightClass));
      keys.push(wordKey(where, term));
    }
  }
  for (const prefix of prefixesOf(counts.keys())) tokens.push(prefixToken(space, prefix));
  return { tokens: tokens.join(" "), keys };
}

function prefixesOf(terms: Iterable<string>): Set<string> {
  const prefixes = new Set<string>();
  for (const term of terms) {
    const characters = Array.from(term);
    const longest = Math.min(longestPrefixToken, characters.length);
    for (let length = 1; length <= longest; length++) prefixes.add(characters.slice(0, length).join(""));
  }
  return prefixes;
}

/** Whether both documents have the same entry, found out without making it. */
export function haveSameEntry(index: SearchIndex, a: Document, b: Document): boolean {
  const isSame = (path: readonly string[]) => isSameValue(valueAtPath(a, path), valueAtPath(b, path));
  return isSame(index.searchPath) && index.filterPaths.every(isSame);
}

function isSameValue(a: Json | undefined, b: Json | undefined): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
