// The words of a text, as Convex's text search sees them: runs of letters and digits, lower-cased, without stems or
// stop words; long ones are left out.

const word = /[\p{Alphabetic}\p{N}]+/gu;
/** In UTF-8, before it is lower-cased. */
const longestTermBytes = 31;

/** In their order, each as often as it stands there. */
export function termsOf(text: string): string[] {
  const terms: string[] = [];
  for (const [found] of text.matchAll(word)) {
    // No character has more than three bytes for each of its units.
    const isShort = 3 * found.length <= longestTermBytes;
    if (isShort || Buffer.byteLength(found) <= longestTermBytes) terms.push(found.toLowerCase());
  }
  return terms;
}

const maxQueryTerms = 16;

/** What a search asks for: any of the words, the last of them also as the beginning of one. */
export interface SearchTerms {
  /** Each once. */
  words: string[];
  prefix: string | null;
}

export function searchTermsOf(text: string): SearchTerms {
  const terms = termsOf(text).slice(0, maxQueryTerms);
  return { words: [...new Set(terms)], prefix: terms.at(-1) ?? null };
}

/**
 * How much a word says of a text, in four classes: the saturated and length-normalised frequency of BM25. The usual
 * length stands in for the average one, so that a document's classes are its own and no other's write moves them.
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
