/** Encodes a commit timestamp as clients expect it: an unsigned integer of eight bytes, the lowest first, as base64. */
export function encodeTimestamp(ts: bigint): string {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(ts);
  return bytes.toString("base64");
}

/** Decodes a timestamp. Returns null if the text is not one. */
export function decodeTimestamp(text: string): bigint | null {
  const bytes = Buffer.from(text, "base64");
  return bytes.length === 8 ? bytes.readBigUInt64LE() : null;
}
