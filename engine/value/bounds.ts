// Most values are small, and what breaks Convex's bounds is rare. So their text is looked at before anybody parses it.
import { MAX_ARRAY_LENGTH, MAX_FIELDS, MAX_VALUE_NESTING } from "./check";

const QUOTE = 34;
const COMMA = 44;
const OPENING_BRACKET = 91;
const BACKSLASH = 92;
const CLOSING_BRACKET = 93;
const OPENING_BRACE = 123;
const CLOSING_BRACE = 125;

/** How many more parts may follow in each of the containers around a place. */
const room = new Int32Array(MAX_VALUE_NESTING + 1);

/**
 * False: `text`, written by `JSON.stringify`, is nested no deeper than a value may be, no array or object in it is too
 * long, and no string has half of a surrogate pair. True: it may be otherwise, and `checkConvexJson` has to decide.
 */
export function mayBreakBounds(text: string): boolean {
  if (text.includes("\\ud")) return true;
  // Too short even for brackets that are nested too deeply.
  if (text.length <= 2 * MAX_VALUE_NESTING) return false;
  let depth = 0;
  for (let i = 0; i < text.length; i += 1) {
    switch (text.charCodeAt(i)) {
      case QUOTE:
        i = endOfString(text, i);
        break;
      case COMMA:
        if ((room[depth] = (room[depth] ?? 0) - 1) === 0) return true;
        break;
      case OPENING_BRACKET:
      case OPENING_BRACE:
        if (++depth > MAX_VALUE_NESTING) return true;
        room[depth] = text.charCodeAt(i) === OPENING_BRACKET ? MAX_ARRAY_LENGTH : MAX_FIELDS;
        break;
      case CLOSING_BRACKET:
      case CLOSING_BRACE:
        depth -= 1;
        break;
      default:
    }
  }
  return false;
}

function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end;
}

function isEscaped(text: string, at: number): boolean {
  let before = at - 1;
  while (text.charCodeAt(before) === BACKSLASH) before -= 1;
  return (at - before) % 2 === 0;
}
