// JSON that strangers sent is looked at before it is parsed: V8 takes seconds, and a hundred times the memory, for a
// text of nothing but brackets. The product has the same scan for what it takes (convex/lib/jsonDepth.ts): it has to
// hold on any Convex, and neither of the two knows the other.

/**
 * Arrays and objects within one another: 64 is what Convex allows in arguments, the others are the message around them.
 */
const maxDepth = 72;

const quote = 0x22;
const backslash = 0x5c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** One pass over the bytes of UTF-8, without memory. What is no JSON may pass: the parser says so. */
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

/** Where the closing quote is. */
function endOfString(json: Buffer, start: number): number {
  let at = start;
  while (at < json.length && json[at] !== quote) at += json[at] === backslash ? 2 : 1;
  return at;
}

export const tooDeepText = `The JSON has more than ${maxDepth} arrays and objects within one another.`;
