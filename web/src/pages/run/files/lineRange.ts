export interface LineRange {
  first: number;
  last: number;
}

/** Reads `12` or `12-14`. Null for anything else, since anybody may write an address. */
export function parseLineRange(text: string): LineRange | null {
  const [, one, other] = /^(\d{1,7})(?:-(\d{1,7}))?$/.exec(text) ?? [];
  if (one === undefined) return null;
  const [a, b] = [Number(one), Number(other ?? one)];
  return { first: Math.min(a, b), last: Math.max(a, b) };
}
