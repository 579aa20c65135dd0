// JSON of strangers is looked at before it is parsed: V8 takes seconds, and a hundred times the memory, for a megabyte of
// nothing but brackets, and whoever else is served by the same process waits for that.
// The embedded deployment has the same scan for its own messages: the product imports nothing of it.

/** More than anything that is kept has, or is refused for in words of its own (see plainJson.ts). */
export const jsonLevelsMax = 1000;

const quote = 0x22;
const backslash = 0x5c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** One pass over the bytes of UTF-8. What is no JSON may pass: the parser says so. */
export function isTooDeep(json: Uint8Array): boolean {
  let level = 0;
  for (let at = 0; at < json.length; at++) {
    switch (json[at]) {
      case quote:
        at = endOfString(json, at + 1);
        break;
      case openBracket:
      case openBrace:
        if (++level > jsonLevelsMax) return true;
        break;
      case closeBracket:
      case closeBrace:
        level--;
        break;
      default:
    }
  }
  return false;
}

/** Where the closing quote is. */
function endOfString(json: Uint8Array, start: number): number {
  let at = start;
  while (at < json.length && json[at] !== quote) at += json[at] === backslash ? 2 : 1;
  return at;
}
