// Checks the depth of JSON from unknown clients before it is parsed. For a text of brackets alone, V8 takes
// seconds and a hundred times the memory. The product has the same check for its own requests
// (convex/lib/jsonDepth.ts). It must hold on any Convex deployment, and neither of the two imports the other.

/**
 * The deepest nesting of arrays and objects. Convex allows 64 in arguments; the rest is for the message around them.
 */
const maxDepth = 72;

const quote = 0x22;
const backslash = 0x5c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/**
 * Reads the UTF-8 bytes once and needs no memory. Text that is not JSON may pass, because the parser will refuse it.
 */
export function isTooDeep(json: Buffer): boolean {
  let depth = 0;
  for (let at = 0; at < json.length; at++) {
    switch (json[at]) {
      case quote:
        at = endOfString(json, at + 1);
        break;
      case openBracket:
      case openBrace:
        if (++depth > maxDepth) return true;
        break;
      case closeBracket:
      case closeBrace:
        depth--;
        break;
      default:
    }
  }
  return false;
}

/** Returns the position of the quote that closes a string. */
function endOfString(json: Buffer, start: number): number {
  let at = start;
  while (at < json.length && json[at] !== quote) at += json[at] === backslash ? 2 : 1;
  return at;
}

export const tooDeepText = `The JSON has more than ${maxDepth} arrays and objects within one another.`;
