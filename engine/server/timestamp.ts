/** Commit timestamps as clients have them: the eight bytes of an unsigned integer, the lowest first, as base64. */
export function encodeTimestamp(ts: bigint): string {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(ts);
  return bytes.toString("base64");
}

/** null: it is none. */
export function decodeTimestamp(text: string): bigint | null {
  const bytes = Buffer.from(text, "base64");
  return bytes.length === 8 ? bytes.readBigUInt64LE() : null;
}
