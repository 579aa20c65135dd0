// Reads the body of a request. Loaded by requests that have one.
import { parseJson } from "../lib/untrusted";
import { invalid } from "../lib/errors";

export const mebibyte = 1024 * 1024;

/** The largest body of a request with an API key. */
export const maxBodyMebibytes = 1;

/** Returns the body as text and as parsed JSON. An empty body counts as `{}`. Throws VALIDATION. */
export async function readBody(request: Request): Promise<{ text: string; value: unknown }> {
  const bytes = await readBytes(request);
  const text = new TextDecoder().decode(bytes);
  return { text, value: text.trim() === "" ? {} : parseJson(bytes) };
}

/** Throws VALIDATION when the body is larger than `maxMebibytes`. */
export async function readBytes(request: Request, maxMebibytes = maxBodyMebibytes): Promise<Uint8Array<ArrayBuffer>> {
  // When the request announces its length, a body that is too large is refused before it is read.
  checkLength(Number(request.headers.get("Content-Length")), maxMebibytes);
  const bytes = new Uint8Array(await request.arrayBuffer());
  checkLength(bytes.length, maxMebibytes);
  return bytes;
}

/** Throws VALIDATION when the body, or what a request announces of it, is larger. */
export function checkLength(bytes: number, maxMebibytes: number): void {
  if (bytes > maxMebibytes * mebibyte) throw invalid("body", `The body must not be larger than ${maxMebibytes} MiB.`);
}
