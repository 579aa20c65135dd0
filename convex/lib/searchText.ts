// A search index covers one field: a name and the beginning of the content, so that writing a row stays cheap.

const maxLength = 1000;

export const maxSearchLength = 200;
export const wordsRule = "must have a letter or a digit";

export function hasWords(search: string): boolean {
  return /[\p{L}\p{N}]/u.test(search);
}

export function searchTextOf(...texts: (string | undefined)[]): string {
  const text = texts.filter((one) => one !== undefined).join("\n");
  // The cut may have left half of a character at the end, which is removed.
  return text.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, "");
}
