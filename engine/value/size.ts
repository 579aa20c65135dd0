// The size of a value as Convex counts it for its limits: the bytes of a binary form, not of the JSON text.
import type { Json, JsonObject } from "./json";
import { byteLengthOf, specialValueOf } from "./special";

const NUMBER = 9;
/** What surrounds the content of strings, bytes, arrays and objects. */
const FRAME = 2;

/** Up to here a loop over the characters is faster than a call of native code. */
const SHORT_STRING = 48;

export function sizeOf(value: Json | undefined): number {
  switch (typeof value) {
    case "string":
      return FRAME + utf8Length(value);
    case "number":
      return NUMBER;
    case "boolean":
      return 1;
    case "undefined":
      return 0;
    default:
      if (value === null) return 1;
      return Array.isArray(value) ? sizeOfArray(value) : sizeOfObject(value);
  }
}

function sizeOfArray(items: Json[]): number {
  let size = FRAME;
  for (const item of items) size += sizeOf(item);
  return size;
}

function sizeOfObject(object: JsonObject): number {
  const special = specialValueOf(object);
  if (special !== null) return special.kind === "bytes" ? FRAME + byteLengthOf(special.base64) : NUMBER;
  let size = FRAME;
  // Field names are ASCII: their length is their number of bytes.
  for (const key in object) size += key.length + 1 + sizeOf(object[key]);
  return size;
}

function utf8Length(text: string): number {
  if (text.length > SHORT_STRING) return Buffer.byteLength(text, "utf8");
  for (let i = 0; i < text.length; i += 1) {
    if (text.charCodeAt(i) > 0x7f) return Buffer.byteLength(text, "utf8");
  }
  return text.length;
}
