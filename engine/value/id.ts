// Document ids. An id contains the number of the table (7 bits per byte, low ones first; the top bit says that
// another byte follows), 16 bytes, and a Fletcher-16 checksum of both, low byte first. It is written in lower-case
// Crockford base32 without padding.

const INTERNAL_LENGTH = 16;
const CHECKSUM_LENGTH = 2;
const MAX_TABLE_NUMBER_LENGTH = 5;
const MAX_TABLE_NUMBER = 0xffffffff;
const MAX_LENGTH = MAX_TABLE_NUMBER_LENGTH + INTERNAL_LENGTH + CHECKSUM_LENGTH;

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const NOT_A_DIGIT = 0xff;
const DIGIT_OF_CHARACTER = new Uint8Array(128).fill(NOT_A_DIGIT);
for (let digit = 0; digit < ALPHABET.length; digit += 1) DIGIT_OF_CHARACTER[ALPHABET.charCodeAt(digit)] = digit;

const MIN_TEXT_LENGTH = textLength(1 + INTERNAL_LENGTH + CHECKSUM_LENGTH);
const MAX_TEXT_LENGTH = textLength(MAX_LENGTH);

export interface DecodedId {
  tableNumber: number;
  internal: Buffer;
}

// Encoding and decoding both use this buffer, one id at a time.
const scratch = new Uint8Array(MAX_LENGTH);
const view = new DataView(scratch.buffer);

export function encodeId(tableNumber: number, internal: Uint8Array): string {
  if (!Number.isInteger(tableNumber) || tableNumber < 1 || tableNumber > MAX_TABLE_NUMBER) {
    throw new RangeError(`${tableNumber} is not a table number`);
  }
  if (internal.length !== INTERNAL_LENGTH)
    throw new RangeError(`The internal part of an id must have ${INTERNAL_LENGTH} bytes`);
  let length = 0;
  let rest = tableNumber;
  while (rest >= 0x80) {
    scratch[length++] = (rest & 0x7f) | 0x80;
    rest >>>= 7;
  }
  scratch[length++] = rest;
  scratch.set(internal, length);
  length += INTERNAL_LENGTH;
  const sum = checksum(length);
  scratch[length++] = sum & 0xff;
  scratch[length++] = sum >> 8;
  return writeBase32(length);
}

/** Returns null for every text that `encodeId` does not write. */
export function decodeId(text: string): DecodedId | null {
  const length = readId(text);
  if (length === 0) return null;
  const tableNumberLength = length - INTERNAL_LENGTH - CHECKSUM_LENGTH;
  const internal = Buffer.allocUnsafe(INTERNAL_LENGTH);
  for (let i = 0; i < INTERNAL_LENGTH; i += 1) internal[i] = view.getUint8(tableNumberLength + i);
  return { tableNumber: readTableNumber(tableNumberLength), internal };
}

/** The number of the table that an id belongs to. Returns null where `decodeId` does. */
export function tableNumberOf(text: string): number | null {
  const length = readId(text);
  return length === 0 ? null : readTableNumber(length - INTERNAL_LENGTH - CHECKSUM_LENGTH);
}

/** Writes the bytes of an id into the buffer and returns their number. Returns 0 for a text that is not an id. */
function readId(text: string): number {
  if (text.length < MIN_TEXT_LENGTH || text.length > MAX_TEXT_LENGTH) return 0;
  const length = readBase32(text);
  const tableNumberLength = length - INTERNAL_LENGTH - CHECKSUM_LENGTH;
  if (tableNumberLength < 1 || readTableNumber(tableNumberLength) === 0) return 0;
  const sum = checksum(length - CHECKSUM_LENGTH);
  return scratch[length - 2] === (sum & 0xff) && scratch[length - 1] === sum >> 8 ? length : 0;
}

/**
 * Returns the table number that fills exactly the first `length` bytes in its shortest form. Otherwise it returns 0,
 * which no table has.
 */
function readTableNumber(length: number): number {
  let tableNumber = 0;
  for (let i = 0; i < length; i += 1) {
    const byte = view.getUint8(i);
    const isLast = i === length - 1;
    if (byte >= 0x80 === isLast) return 0;
    if (isLast && byte === 0) return 0;
    tableNumber += (byte & 0x7f) * 2 ** (7 * i);
  }
  return tableNumber <= MAX_TABLE_NUMBER ? tableNumber : 0;
}

/** The Fletcher-16 checksum of the first `length` bytes, with sums modulo 256. The second sum is the high byte. */
function checksum(length: number): number {
  let first = 0;
  let second = 0;
  for (let i = 0; i < length; i += 1) {
    first = (first + view.getUint8(i)) & 0xff;
    second = (second + first) & 0xff;
  }
  return (second << 8) | first;
}

function textLength(byteLength: number): number {
  return Math.ceil((byteLength * 8) / 5);
}

function writeBase32(byteLength: number): string {
  let text = "";
  let pending = 0;
  let pendingBits = 0;
  for (let i = 0; i < byteLength; i += 1) {
    pending = ((pending << 8) | view.getUint8(i)) & 0xfff;
    pendingBits += 8;
    while (pendingBits >= 5) {
      pendingBits -= 5;
      text += ALPHABET[(pending >> pendingBits) & 31];
    }
  }
  return pendingBits === 0 ? text : text + ALPHABET[(pending << (5 - pendingBits)) & 31];
}

/**
 * Returns the number of bytes that `text` encodes. Returns 0 for a character outside the alphabet, for a length that
 * no bytes have, and when the bits left over are not 0.
 */
function readBase32(text: string): number {
  let byteLength = 0;
  let pending = 0;
  let pendingBits = 0;
  for (let i = 0; i < text.length; i += 1) {
    const digit = DIGIT_OF_CHARACTER[text.charCodeAt(i)] ?? NOT_A_DIGIT;
    if (digit === NOT_A_DIGIT) return 0;
    pending = ((pending << 5) | digit) & 0xfff;
    pendingBits += 5;
    if (pendingBits >= 8) {
      pendingBits -= 8;
      scratch[byteLength++] = pending >> pendingBits;
    }
  }
  const isWhole = textLength(byteLength) === text.length && (pending & ((1 << pendingBits) - 1)) === 0;
  return isWhole ? byteLength : 0;
}
