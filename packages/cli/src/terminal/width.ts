// How many columns of a terminal a text takes. Characters of East Asia and emoji take two, marks that join others none.

const wide =
  /\p{Emoji_Presentation}|[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]|[\u{20000}-\u{3FFFD}]/u;
const joined = /^(?:\p{Mark}|\p{Default_Ignorable_Code_Point})+$/u;
const characters = new Intl.Segmenter("en", { granularity: "grapheme" });

export function widthOf(text: string): number {
  let width = 0;
  for (const { segment } of characters.segment(text)) width += widthOfCharacter(segment);
  return width;
}

/** Returns the text, or its beginning with an ellipsis if it is wider. */
export function fitted(text: string, width: number): string {
  // A text has at least half a column for each of its units, so most of a long text need not be looked at.
  const beginning = Number.isFinite(width) ? text.slice(0, (width + 1) * 40) : text;
  if (beginning === text && widthOf(text) <= width) return text;
  let [kept, used] = ["", 0];
  for (const { segment } of characters.segment(beginning)) {
    used += widthOfCharacter(segment);
    if (used > width - 1) break;
    kept += segment;
  }
  return `${kept}…`;
}

function widthOfCharacter(character: string): number {
  if (joined.test(character)) return 0;
  return wide.test(character) ? 2 : 1;
}
