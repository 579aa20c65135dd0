// What agents say is of any length and need not be well-formed, while the service refuses a text with half a character
// in it. So a text is cut here only: between characters, and as a copy, because a slice keeps the whole in memory.

/** At most `maxLength` UTF-16 units from the beginning, well-formed. */
export function truncate(text: string, maxLength: number): string {
  const isInside = maxLength > 0 && isFirstHalf(text, maxLength - 1) && isSecondHalf(text, maxLength);
  return copied(text.slice(0, isInside ? maxLength - 1 : maxLength));
}

/** At most `maxLength` UTF-16 units from the end, well-formed. */
export function truncateStart(text: string, maxLength: number): string {
  const from = Math.max(0, text.length - maxLength);
  const isInside = from > 0 && isFirstHalf(text, from - 1) && isSecondHalf(text, from);
  return copied(text.slice(isInside ? from + 1 : from));
}

/** The beginning, with a mark where something is left out. */
export function truncateWithEllipsis(text: string, maxLength: number): string {
  return text.length <= maxLength ? copied(text) : `${truncate(text, maxLength)}…`;
}

/** The first items of a list. The linter refuses `slice`, which does the wrong thing with a text. */
export function take<Item>(items: readonly Item[], count: number): Item[] {
  return items.filter((_, index) => index < count);
}

/** The length of a text without the half of a character at its end, whose other half may follow. */
export function wellFormedLength(text: string): number {
  return isFirstHalf(text, text.length - 1) ? text.length - 1 : text.length;
}

/** Encoding replaces half a character by U+FFFD. */
function copied(text: string): string {
  return Buffer.from(text).toString();
}

function isFirstHalf(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isSecondHalf(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  return unit >= 0xdc00 && unit <= 0xdfff;
}
