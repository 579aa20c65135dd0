/** Encodes a commit timestamp as clients expect it: an unsigned integer of eight bytes, the lowest first, as base64. */
export function encodeTimestamp(ts: bigint): string {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(ts);
  return bytes.toString("base64");
}

/** Returns null if the text is not a timestamp. */
export function decodeTimestamp(text: string): bigint | null {
  const bytes = Buffer.from(text, "base64");
  return bytes.length === 8 ? bytes.readBigUInt64LE() : null;
}
