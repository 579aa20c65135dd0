// Splits a text into words as Convex's text search does: runs of letters and digits in lower case, without stems and
// stop words. Long words are left out.

const word = /[\p{Alphabetic}\p{N}]+/gu;
/** The longest word in bytes of UTF-8, before it is put in lower case. */
const maxTermBytes = 31;

/** Returns the words in their order. A word that occurs twice is returned twice. */
export function termsOf(text: string): string[] {
  const terms: string[] = [];
  for (const [found] of text.matchAll(word)) {
    // Each UTF-16 unit of a character takes at most three bytes of UTF-8.
    const isShort = 3 * found.length <= maxTermBytes;
    if (isShort || Buffer.byteLength(found) <= maxTermBytes) terms.push(found.toLowerCase());
  }
  return terms;
}

const maxQueryTerms = 16;

/**
 * The words of a search. A document must contain any of them; the last word also matches as the beginning of a word.
 */
export interface SearchTerms {
  /** Every word is listed once. */
  words: string[];
  prefix: string | null;
}

export function searchTermsOf(text: string): SearchTerms {
  const terms = termsOf(text).slice(0, maxQueryTerms);
  return { words: [...new Set(terms)], prefix: terms.at(-1) ?? null };
}

/**
 * The weights of a word in a text, in four classes: the saturated and length-normalised frequency of BM25. A fixed
 * usual length replaces the average length, so that a write of one document never changes the classes of others.
 */
export const classWeights = [0.6, 0.9, 1.3, 1.75] as const;
const classBounds = [0.75, 1.1, 1.5];
const usualLength = 64;
const saturation = 1.2;
const lengthInfluence = 0.75;

export function classOf(occurrences: number, length: number): number {
  const norm = saturation * (1 - lengthInfluence + (lengthInfluence * length) / usualLength);
  const weight = (occurrences * (saturation + 1)) / (occurrences + norm);
  const at = classBounds.findIndex((bound) => weight < bound);
  return at === -1 ? classBounds.length : at;
}
