// How long values are as JSON, in which answers are written and measured. A control character takes six bytes there.

export function jsonBytes(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value)).length;
}

/** Stands where a part of a text is left out. */
const mark = "…";

/** The end of a text, as much of it as takes at most `maxBytes` in JSON, with its quotes. */
export function endWithin(text: string, maxBytes: number): string {
  if (fitsAtSight(text, maxBytes)) return text;
  let from = text.length;
  let used = quoteBytes;
  for (let index = text.length - 1; index >= 0; index--) {
    used += bytesAt(text, index);
    if (used > maxBytes) return mark + text.slice(isInsideCharacter(text, from) ? from + 1 : from);
    if (used + markBytes <= maxBytes) from = index;
  }
  return text;
}

/** The beginning of a text, as much of it as takes at most `maxBytes` in JSON, with its quotes. */
export function beginningWithin(text: string, maxBytes: number): string {
  if (fitsAtSight(text, maxBytes)) return text;
  let length = 0;
  let used = quoteBytes;
  for (let index = 0; index < text.length; index++) {
    used += bytesAt(text, index);
    if (used > maxBytes) return text.slice(0, isInsideCharacter(text, length) ? length - 1 : length) + mark;
    if (used + markBytes <= maxBytes) length = index + 1;
  }
  return text;
}

const quoteBytes = 2;
const markBytes = 3;
/**
 * A unit that JSON may have to write as an escape. JSON.stringify takes long for a text of these: fifty of 65,536 take
 * a third of the second that a query has.
 */
// oxlint-disable-next-line no-control-regex -- these characters are looked for
const mayTakeSix = /[\0-\x07\x0b\x0e-\x1f\ud800-\udfff]/;

function fitsAtSight(text: string, maxBytes: number): boolean {
  // No UTF-16 unit takes more than six bytes.
  return text.length * 6 + quoteBytes <= maxBytes || (!mayTakeSix.test(text) && jsonBytes(text) <= maxBytes);
}

/** What a UTF-16 unit takes in JSON. A query has a second for all of them, so each is looked at once. */
function bytesAt(text: string, index: number): number {
  const unit = text.charCodeAt(index);
  if (unit < 0x20) return unit === 8 || unit === 9 || unit === 10 || unit === 12 || unit === 13 ? 2 : 6;
  if (unit < 0x80) return unit === 0x22 || unit === 0x5c ? 2 : 1;
  if (unit < 0x800) return 2;
  if (unit < 0xd800 || unit >= 0xe000) return 3;
  return isInsideCharacter(text, index) || isInsideCharacter(text, index + 1) ? 2 : 6;
}

function isInsideCharacter(text: string, index: number): boolean {
  const [before, after] = [text.charCodeAt(index - 1), text.charCodeAt(index)];
  return before >= 0xd800 && before <= 0xdbff && after >= 0xdc00 && after <= 0xdfff;
}
