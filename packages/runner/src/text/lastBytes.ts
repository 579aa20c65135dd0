/** The end of a text that has `most` bytes or fewer in UTF-8, and begins with a whole character. */
export function lastBytes(text: string, most: number): string {
  const bytes = Buffer.from(text);
  let from = Math.max(0, bytes.length - most);
  while (from > 0 && from < bytes.length && ((bytes[from] ?? 0) & 0xc0) === 0x80) from++;
  return bytes.toString("utf8", from);
}
