// Long texts in several documents, each of which holds a mebibyte at most.

/** At most three bytes each. */
const charactersPerPart = 250_000;

/** Both halves of a character stay together. */
export function partsOf(text: string): string[] {
  const parts: string[] = [];
  for (let start = 0; start < text.length;) {
    const end = start + charactersPerPart;
    const isSplit = /[\ud800-\udbff]/.test(text.charAt(end - 1));
    parts.push(text.slice(start, isSplit ? end - 1 : end));
    start = isSplit ? end - 1 : end;
  }
  return parts;
}
