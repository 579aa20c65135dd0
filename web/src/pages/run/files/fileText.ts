// What can be seen from the content of a file as the runner has reported it: a text, which may have been cut.

/** Bytes that are not text became replacement characters when the runner read them. */
export function isBinary(content: string): boolean {
  const start = content.slice(0, 8_000);
  if (start.includes("\u0000")) return true;
  return start.split("\ufffd").length - 1 > start.length / 20;
}

export function splitLines(content: string): string[] {
  const lines = content.split(/\r\n|\n/);
  if (lines.length > 1 && lines.at(-1) === "") lines.pop();
  return lines;
}

export function missingBytes(content: string, size: number | null): number {
  return size === null ? 0 : Math.max(0, size - new TextEncoder().encode(content).length);
}
