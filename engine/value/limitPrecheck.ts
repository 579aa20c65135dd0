// A fast check of the text of a value, before anybody parses it. Most values are small and few break Convex's bounds,
// so most need no full check.
import { MAX_ARRAY_LENGTH, MAX_FIELDS, MAX_VALUE_NESTING } from "./check";

const QUOTE = 34;
const COMMA = 44;
const OPENING_BRACKET = 91;
const BACKSLASH = 92;
const CLOSING_BRACKET = 93;
const OPENING_BRACE = 123;
const CLOSING_BRACE = 125;

/** For each open container, the number of parts that it may still have. */
const remaining = new Int32Array(MAX_VALUE_NESTING + 1);

/**
 * Returns false when `text`, written by `JSON.stringify`, surely keeps the bounds: it is not nested too deeply, no
 * array or object is too long, and no string contains half of a surrogate pair. Returns true when `checkConvexJson`
 * must decide.
 */
export function mayExceedLimits(text: string): boolean {
  if (text.includes("\\ud")) return true;
  // A text this short cannot contain enough brackets to be nested too deeply.
  if (text.length <= 2 * MAX_VALUE_NESTING) return false;
  let depth = 0;
  for (let i = 0; i < text.length; i += 1) {
    switch (text.charCodeAt(i)) {
      case QUOTE:
        i = endOfString(text, i);
        break;
      case COMMA:
        if ((remaining[depth] = (remaining[depth] ?? 0) - 1) === 0) return true;
        break;
      case OPENING_BRACKET:
      case OPENING_BRACE:
        if (++depth > MAX_VALUE_NESTING) return true;
        remaining[depth] = text.charCodeAt(i) === OPENING_BRACKET ? MAX_ARRAY_LENGTH : MAX_FIELDS;
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
