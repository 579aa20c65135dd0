// Bodies of answers, which may be of any length.
import { CodeHostError } from "./errors";

/** Throws CodeHostError for a body with more bytes. */
export async function readBounded(response: Response, maxBytes: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of partsOf(response)) {
    bytes += part.length;
    if (bytes > maxBytes)
      throw new CodeHostError(`${new URL(response.url).host} answered with more than ${maxBytes / 1e6} MB`);
    parts.push(part);
  }
  return new TextDecoder().decode(Buffer.concat(parts));
}

interface EndBounds {
  /** How much of the end is kept. */
  maxBytes: number;
  maxReadBytes: number;
}

/** Returns the last bytes as text. Null for a body that is longer than what may be read. */
export async function readEnd(response: Response, { maxBytes, maxReadBytes }: EndBounds): Promise<string | null> {
  let end = Buffer.alloc(0);
  let bytes = 0;
  for await (const part of partsOf(response)) {
    bytes += part.length;
    if (bytes > maxReadBytes) return null;
    end = Buffer.concat([end, part]);
    if (end.length > 2 * maxBytes) end = end.subarray(-maxBytes);
  }
  return new TextDecoder().decode(end.subarray(-maxBytes));
}

/** A loop that ends early cancels the body. */
async function* partsOf({ body, url }: Response): AsyncGenerator<Uint8Array> {
  if (body === null) return;
  try {
    for await (const part of body) yield part;
  } catch (error) {
    throw new CodeHostError(`${new URL(url).host} broke off: ${error instanceof Error ? error.message : "?"}`);
  }
}
