// Checks how deeply foreign JSON is nested before it is parsed. For a megabyte of brackets alone V8 takes seconds
// and a hundred times the memory, and all other requests of the process wait for that. The embedded deployment has the
// same scan for its own messages, because the product imports nothing from it.

/** No stored value has so many levels. Values with fewer can be refused later with a better message (plainJson.ts). */
export const maxJsonLevels = 1000;

const quote = 0x22;
const backslash = 0x5c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** Nesting is found in one pass over the bytes. Text that is not JSON may pass, because the parser refuses it. */
export function isTooDeep(json: Uint8Array): boolean {
  let level = 0;
  for (let at = 0; at < json.length; at++) {
    switch (json[at]) {
      case quote:
        at = endOfString(json, at + 1);
        break;
      case openBracket:
      case openBrace:
        if (++level > maxJsonLevels) return true;
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

function endOfString(json: Uint8Array, start: number): number {
  let at = start;
  while (at < json.length && json[at] !== quote) at += json[at] === backslash ? 2 : 1;
  return at;
}
