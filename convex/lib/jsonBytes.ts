// How long values are as JSON, in which answers are written and measured. A control character takes six bytes there.

export function jsonBytes(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value)).length;
}

/** Stands where a part of a text is left out. */
const mark = "…";

/** The end of a text, as much of it as takes at most `maxBytes` in JSON, with its quotes. */
export function endWithin(text: string, maxBytes: number): string {
  if (fits(text, maxBytes)) return text;
  let from = text.length;
  for (let left = roomBeside(maxBytes); from > 0; from--) {
    left -= bytesAt(text, from - 1);
    if (left < 0) break;
  }
  return mark + text.slice(isInsideCharacter(text, from) ? from + 1 : from);
}

/** The beginning of a text, as much of it as takes at most `maxBytes` in JSON, with its quotes. */
export function beginningWithin(text: string, maxBytes: number): string {
  if (fits(text, maxBytes)) return text;
  let length = 0;
  for (let left = roomBeside(maxBytes); length < text.length; length++) {
    left -= bytesAt(text, length);
    if (left < 0) break;
  }
  return text.slice(0, isInsideCharacter(text, length) ? length - 1 : length) + mark;
}

function fits(text: string, maxBytes: number): boolean {
  // No UTF-16 unit takes more than six bytes.
  return text.length * 6 + 2 <= maxBytes || jsonBytes(text) <= maxBytes;
}

function roomBeside(maxBytes: number): number {
  return maxBytes - jsonBytes(mark);
}

/** What a UTF-16 unit takes in JSON. A query has a second for all of them, so each is looked at once. */
function bytesAt(text: string, index: number): number {
  const unit = text.charCodeAt(index);
  if (unit < 0x20) return [8, 9, 10, 12, 13].includes(unit) ? 2 : 6;
  if (unit < 0x80) return unit === 0x22 || unit === 0x5c ? 2 : 1;
  if (unit < 0x800) return 2;
  if (unit < 0xd800 || unit >= 0xe000) return 3;
  return isInsideCharacter(text, index) || isInsideCharacter(text, index + 1) ? 2 : 6;
}

function isInsideCharacter(text: string, index: number): boolean {
  const [before, after] = [text.charCodeAt(index - 1), text.charCodeAt(index)];
  return before >= 0xd800 && before <= 0xdbff && after >= 0xdc00 && after <= 0xdfff;
}
