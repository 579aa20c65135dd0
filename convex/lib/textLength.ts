// Cuts long texts, never in the middle of a character.

/** A character has at most three bytes (a surrogate pair counts as two), so a part stays below a mebibyte. */
const charactersPerPart = 250_000;

/** Splits a text into parts. The two halves of a surrogate pair stay together. */
export function splitText(text: string): string[] {
  const parts: string[] = [];
  for (let start = 0; start < text.length;) {
    const end = start + charactersPerPart;
    const isSplit = /[\ud800-\udbff]/.test(text.charAt(end - 1));
    parts.push(text.slice(start, isSplit ? end - 1 : end));
    start = isSplit ? end - 1 : end;
  }
  return parts;
}

const maxNameLength = 80;

/** The first line of a text that is not empty, shortened for lists. */
export function shortTitle(text: string): string {
  const [line = ""] = text.trim().split("\n", 1);
  return truncate(line.trim(), maxNameLength);
}

/** A text of at most `most` characters. One that is cut ends in an ellipsis. */
export function truncate(text: string, most: number): string {
  const characters = Array.from(text);
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join("")}…`;
}
