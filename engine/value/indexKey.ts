// Index keys are byte strings whose order (memcmp) is the order of the tuples of values that they encode. Each
// encoded value begins with a byte for its type and marks its end. No value's key is the beginning of another value's
// key. Therefore the keys of all tuples that begin with certain values are exactly the keys that begin with the key
// of those values.
import type { Json, JsonObject } from "./json";
import { sortedKeys } from "./compareValues";
import { MAX_INT64, integerOf, specialValueOf } from "./specialValue";

const UNDEFINED = 0x01;
const NULL = 0x03;
const INTEGER = 0x04;
const FLOAT = 0x0d;
const FALSE = 0x0e;
const TRUE = 0x0f;
const STRING = 0x10;
const BYTES = 0x11;
const ARRAY = 0x12;
const OBJECT = 0x15;

/** This byte ends strings, bytes, arrays and objects. It is less than any type and any byte of content. */
const END = 0x00;
/** The escape byte of strings and bytes: 00 is written as 01 01, and 01 as 01 02. */
const ESCAPE = 0x01;

/** For strings up to this length, a loop over the characters is faster than a call of native code. */
const SHORT_STRING = 64;
const SHORT_KEY = 64;

// Keys are built in this buffer and then copied. One buffer is enough, because building a key is synchronous.
let scratch = Buffer.alloc(1024);
let view = new DataView(scratch.buffer, scratch.byteOffset, scratch.byteLength);
let length = 0;

export function encodeIndexKey(values: readonly (Json | undefined)[]): Buffer {
  length = 0;
  for (let i = 0; i < values.length; i += 1) writeValue(values[i]);
  return copyOut();
}

function copyOut(): Buffer {
  const key = Buffer.allocUnsafe(length);
  if (length > SHORT_KEY) {
    scratch.copy(key, 0, 0, length);
  } else {
    const [from, end] = [view, length];
    for (let i = 0; i < end; i += 1) key[i] = from.getUint8(i);
  }
  return key;
}

/** Returns the smallest key that is greater than every key that begins with `prefix`, or null if there is none. */
export function keySuccessor(prefix: Buffer): Buffer | null {
  for (let last = prefix.length - 1; last >= 0; last -= 1) {
    const byte = prefix.readUInt8(last);
    if (byte === 0xff) continue;
    const successor = Buffer.from(prefix.subarray(0, last + 1));
    successor[last] = byte + 1;
    return successor;
  }
  return null;
}

/**
 * Returns the value at a field path such as `a.b`. Returns undefined where a field is missing or the path leads
 * through a value that is not an object.
 */
export function valueAtPath(document: JsonObject, path: string | readonly string[]): Json | undefined {
  if (typeof path === "string") {
    if (!path.includes(".")) return ownValue(document, path);
    return valueAtPath(document, path.split("."));
  }
  let value: Json | undefined = document;
  for (const field of path) {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
    value = ownValue(value, field);
  }
  return value;
}

export function ownValue(object: JsonObject, field: string): Json | undefined {
  return Object.hasOwn(object, field) ? object[field] : undefined;
}

/** Makes room in the buffer for `count` more bytes. */
function reserve(count: number): void {
  if (length + count <= scratch.length) return;
  const grown = Buffer.alloc(Math.max(scratch.length * 2, length + count));
  scratch.copy(grown, 0, 0, length);
  scratch = grown;
  view = new DataView(scratch.buffer, scratch.byteOffset, scratch.byteLength);
}

function writeByte(byte: number): void {
  reserve(1);
  scratch[length] = byte;
  length += 1;
}

function writeValue(value: Json | undefined): void {
  switch (typeof value) {
    case "string":
      return writeString(value);
    case "number":
      return writeFloat(value);
    case "boolean":
      return writeByte(value ? TRUE : FALSE);
    case "undefined":
      return writeByte(UNDEFINED);
    default:
      if (value === null) return writeByte(NULL);
      return Array.isArray(value) ? writeArray(value) : writeObject(value);
  }
}

function writeFloat(value: number): void {
  reserve(9);
  scratch[length] = FLOAT;
  view.setFloat64(length + 1, value);
  orderFloatBits(length + 1);
  length += 9;
}

/**
 * Turns the big-endian float at `at` into bytes that sort like the number: all bits of a negative number are
 * inverted, and only the sign bit of the others.
 */
function orderFloatBits(at: number): void {
  const high = view.getUint32(at);
  if (high < 0x80000000) {
    view.setUint32(at, high + 0x80000000);
  } else {
    view.setUint32(at, ~high);
    view.setUint32(at + 4, ~view.getUint32(at + 4));
  }
}

function writeInteger(value: bigint): void {
  reserve(9);
  scratch[length] = INTEGER;
  view.setBigInt64(length + 1, value);
  view.setUint8(length + 1, view.getUint8(length + 1) ^ 0x80);
  length += 9;
}

function writeSpecialFloat(base64: string): void {
  reserve(9);
  scratch[length] = FLOAT;
  view.setBigInt64(length + 1, integerOf(base64));
  orderFloatBits(length + 1);
  length += 9;
}

function writeString(text: string): void {
  if (text.length > SHORT_STRING || !writeShortAscii(text)) writeLongString(text);
}

/** Returns false and writes nothing if a character needs more than one byte or an escape. */
function writeShortAscii(text: string): boolean {
  reserve(SHORT_STRING + 2);
  const target = scratch;
  let at = length;
  target[at++] = STRING;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    if (unit <= ESCAPE || unit > 0x7f) return false;
    target[at++] = unit;
  }
  target[at++] = END;
  length = at;
  return true;
}

function writeLongString(text: string): void {
  // One UTF-16 unit becomes at most three bytes of UTF-8.
  reserve(text.length * 3 + 2);
  scratch[length] = STRING;
  const start = length + 1;
  length = start + scratch.write(text, start, "utf8");
  endContent(start);
}

function writeBytes(base64: string): void {
  reserve(base64.length + 2);
  scratch[length] = BYTES;
  const start = length + 1;
  length = start + scratch.write(base64, start, "base64");
  endContent(start);
}

/** Escapes the content from `start` on and writes the byte that ends it. */
function endContent(start: number): void {
  const content = scratch.subarray(start, length);
  if (content.includes(END) || content.includes(ESCAPE)) {
    const plain = Buffer.from(content);
    length = start;
    reserve(plain.length * 2 + 1);
    for (const byte of plain) {
      if (byte <= ESCAPE) scratch[length++] = ESCAPE;
      scratch[length++] = byte <= ESCAPE ? byte + 1 : byte;
    }
  }
  writeByte(END);
}

function writeArray(items: Json[]): void {
  writeByte(ARRAY);
  for (const item of items) writeValue(item);
  writeByte(END);
}

function writeObject(object: JsonObject): void {
  const special = specialValueOf(object);
  switch (special?.kind) {
    case undefined:
      return writeFields(object);
    case "integer":
      return writeInteger(integerOf(special.base64));
    case "commitTs":
      return writeInteger(MAX_INT64);
    case "float":
      return writeSpecialFloat(special.base64);
    case "bytes":
      return writeBytes(special.base64);
  }
}

function writeFields(object: JsonObject): void {
  writeByte(OBJECT);
  for (const key of sortedKeys(object)) {
    writeString(key);
    writeValue(object[key]);
  }
  writeByte(END);
}
