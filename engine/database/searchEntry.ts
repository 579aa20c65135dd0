// The entry of a document in a search index. It has tokens for a full-text table, in which searches find the
// document, and keys for the log of writes, which show that a result is out of date.
//
// Every word is written twice: once for the whole index, and once for the documents with the same value in the first
// filter field. So a search that filters by this field (a project, a channel) costs only as much as the documents
// with that value. The first one to three characters of each word are tokens too, because many words share them. A
// filter field that is missing in a document gets no token, since most documents would have that token; a search for
// documents without the field excludes those that have it.
import crypto from "node:crypto";
import { memoryLimits } from "../memoryLimits";
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

/** Characters that no word contains and that the full-text table accepts as parts of a token. */
export const tokenCharacters = "._~:";
const maxPrefixLength = 3;

/** The name of the token partition with the words of all documents. */
export const allDocuments = "";

/**
 * Returns the name of the token partition with the words of those documents that have this value in the first filter
 * field.
 */
export function partitionOf(value: Json | undefined): string {
  return digestOf(value);
}

export function wordTokens(partition: string, word: string): string[] {
  return classWeights.map((_, weightClass) => wordToken(partition, word, weightClass));
}

function wordToken(partition: string, word: string, weightClass: number): string {
  return `${partition}.${word}_${weightClass}`;
}

/**
 * Returns the token for the beginning of a word. If no such token exists, returns the text with which all matching
 * tokens begin.
 */
export function prefixTokens(
  index: SearchIndex,
  partition: string,
  prefix: string,
): { kind: "token" | "beginning"; text: string } {
  if (Array.from(prefix).length > maxPrefixLength) return { kind: "beginning", text: `${partition}.${prefix}` };
  const isDivided = index.filterFields.length > 0;
  return {
    kind: isDivided && partition === allDocuments ? "beginning" : "token",
    text: prefixToken(partition, prefix),
  };
}

function prefixToken(partition: string, prefix: string): string {
  return `${prefix}~${partition}`;
}

/** Returns the token for a value of a filter field. `field` counts the filter fields from 0. */
export function filterToken(field: number, value: Json): string {
  return `:${field}${digestOf(value)}`;
}

/** Returns the token of all documents that have any value in this filter field. */
export function presenceToken(field: number): string {
  return `:${field}`;
}

/** The digests of recent values. Documents that are written together have most filter values in common. */
const digests = new Map<string | undefined, string>();
/** A longer text is hashed each time, so that the bound in bytes holds. */
const maxTextLength = 200;
const bytesOfDigest = 200;
const keptDigests = Math.floor(memoryLimits.searchDigests / (bytesOfDigest + 2 * maxTextLength));

/** Returns 64 bits of the value's hash. */
function digestOf(value: Json | undefined): string {
  const text = JSON.stringify(value);
  const known = digests.get(text);
  if (known !== undefined) return known;
  const hash = crypto.createHash("sha256").update(encodeIndexKey([value]));
  const digest = hash.digest().readBigUInt64BE().toString(36);
  if (text !== undefined && text.length > maxTextLength) return digest;
  if (digests.size === keptDigests) digests.clear();
  digests.set(text, digest);
  return digest;
}

export function wordRange(partition: string, word: string): KeyRange {
  const from = wordKey(partition, word);
  return { from, to: keySuccessor(from) };
}

export function prefixRange(partition: string, prefix: string): KeyRange {
  const from = Buffer.from(`${partition}.${prefix}`);
  return { from, to: keySuccessor(from) };
}

/** The key ends with a NUL, so that it is not the beginning of a longer word's key. */
function wordKey(partition: string, word: string): Buffer {
  return Buffer.from(`${partition}.${word}\0`);
}

/** Returns null if the document has no words in the search field. No search finds such a document. */
export function searchEntryOf(index: SearchIndex, document: Document): SearchEntry | null {
  const text = valueAtPath(document, index.searchPath);
  const terms = typeof text === "string" ? termsOf(text) : [];
  if (terms.length === 0) return null;
  const filters = index.filterPaths.map((path) => valueAtPath(document, path));
  const partition = filters.length === 0 ? allDocuments : partitionOf(filters[0]);
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  const tokens = filters.flatMap((value, field) =>
    value === undefined ? [] : [presenceToken(field), filterToken(field, value)],
  );
  const keys: Buffer[] = [];
  for (const [term, count] of counts) {
    const weightClass = classOf(count, terms.length);
    for (const where of new Set([allDocuments, partition])) {
      tokens.push(wordToken(where, term, weightClass));
      keys.push(wordKey(where, term));
    }
  }
  for (const prefix of prefixesOf(counts.keys())) tokens.push(prefixToken(partition, prefix));
  return { tokens: tokens.join(" "), keys };
}

function prefixesOf(terms: Iterable<string>): Set<string> {
  const prefixes = new Set<string>();
  for (const term of terms) {
    const characters = Array.from(term);
    const longest = Math.min(maxPrefixLength, characters.length);
    for (let length = 1; length <= longest; length++) prefixes.add(characters.slice(0, length).join(""));
  }
  return prefixes;
}

/** Returns true if both documents have the same entry. It compares fields, which is cheaper than making the entries. */
export function haveSameEntry(index: SearchIndex, a: Document, b: Document): boolean {
  const isSame = (path: readonly string[]) => isSameValue(valueAtPath(a, path), valueAtPath(b, path));
  return isSame(index.searchPath) && index.filterPaths.every(isSame);
}

function isSameValue(a: Json | undefined, b: Json | undefined): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
