// How long values are as JSON, in which answers are written and measured. A control character takes six bytes there.

export function jsonBytes(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value)).length;
}

/** Stands where a part of a text is left out. */
const mark = "…";

/** The end of a text, as much of it as takes at most `maxBytes` in JSON, with its quotes. */
export function endWithin(text: string, maxBytes: number): string {
  if (fits(text, maxBytes)) return text;
  const length = longest(text.length, (kept) => fits(mark + text.slice(text.length - kept), maxBytes));
  const from = text.length - length;
  return mark + text.slice(isInsideCharacter(text, from) ? from + 1 : from);
}

/** The beginning of a text, as much of it as takes at most `maxBytes` in JSON, with its quotes. */
export function beginningWithin(text: string, maxBytes: number): string {
  if (fits(text, maxBytes)) return text;
  const length = longest(text.length, (kept) => fits(text.slice(0, kept) + mark, maxBytes));
  return text.slice(0, isInsideCharacter(text, length) ? length - 1 : length) + mark;
}

function fits(text: string, maxBytes: number): boolean {
  // No UTF-16 unit takes more than six bytes.
  return text.length * 6 + 2 <= maxBytes || jsonBytes(text) <= maxBytes;
}

/** The largest length up to `most` that fits. */
function longest(most: number, isShortEnough: (length: number) => boolean): number {
  let [fitting, tooLong] = [0, most + 1];
  while (tooLong - fitting > 1) {
    const middle = Math.floor((fitting + tooLong) / 2);
    if (isShortEnough(middle)) fitting = middle;
    else tooLong = middle;
  }
  return fitting;
}

function isInsideCharacter(text: string, index: number): boolean {
  const [before, after] = [text.charCodeAt(index - 1), text.charCodeAt(index)];
  return before >= 0xd800 && before <= 0xdbff && after >= 0xdc00 && after <= 0xdfff;
}
