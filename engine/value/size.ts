// The size of a value as Convex counts it for its limits: the bytes of a binary form, not of the JSON text.
import type { Json, JsonObject } from "./json";
import { byteLengthOf, specialValueOf } from "./specialValue";

const NUMBER = 9;
/** The bytes around the content of strings, bytes, arrays and objects. */
const FRAME = 2;

export function sizeOf(value: Json | undefined): number {
  switch (typeof value) {
    case "string":
      return FRAME + Buffer.byteLength(value, "utf8");
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
  // Field names are ASCII, so their length is their number of bytes.
  for (const key in object) size += key.length + 1 + sizeOf(object[key]);
  return size;
}
