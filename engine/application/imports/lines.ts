// Reads text line by line. The length of a line is bounded, so a file that is not text is noticed before it fills the
// memory.
import { ImportError } from "./importError";

export interface Line {
  /** The number of the line, counted from 1. */
  number: number;
  text: string;
}

/** The longest line in bytes. A document of one mebibyte needs less, however its text is escaped. */
const maxLineBytes = 8 * 1024 * 1024;
const lineFeed = 0x0a;

/** Splits text into lines, and skips lines that contain only blanks. */
export async function* linesOf(chunks: AsyncIterable<Buffer>, name: string): AsyncGenerator<Line> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let number = 0;
  let parts: Buffer[] = [];
  let size = 0;
  function* ended(): Generator<Line> {
    number++;
    const text = decodeText(decoder, Buffer.concat(parts), `Row ${number} of ${name}`);
    parts = [];
    size = 0;
    if (text.trim() !== "") yield { number, text };
  }
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, start)) {
      parts.push(chunk.subarray(start, end));
      yield* ended();
      start = end + 1;
    }
    size += chunk.length - start;
    if (size > maxLineBytes) throw new ImportError(`Row ${number + 1} of ${name} is longer than any document can be.`);
    if (start < chunk.length) parts.push(chunk.subarray(start));
  }
  if (parts.length > 0) yield* ended();
}

function decodeText(decoder: TextDecoder, bytes: Buffer, what: string): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new ImportError(`${what} is not UTF-8 text.`);
  }
}
