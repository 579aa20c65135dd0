// The text by which a row is found: its name and the beginning of what it says, in one field, as an index searches one.
// Bounded, so that finding rows costs little when they are written.

const lengthMax = 1000;

export const searchLengthMax = 200;
export const wordsRule = "must have a letter or a digit";

/** Whether there is anything to find in `search`. */
export function hasWords(search: string): boolean {
  return /[\p{L}\p{N}]/u.test(search);
}

export function searchTextOf(...texts: (string | undefined)[]): string {
  const text = texts.filter((one) => one !== undefined).join("\n");
  // Half a character is none.
  return text.slice(0, lengthMax).replace(/[\uD800-\uDBFF]$/, "");
}
