// Reads the Idempotency-Key of a request and hashes the request. Only requests with such a key load this file.
import { invalid } from "../lib/errors";
import { sha256Hex } from "../lib/hashing";

/** `path` includes the query, and `body` is the text of the request. Throws VALIDATION. */
export async function readRepeatable(key: string, method: string, path: string, body: string) {
  if (!/^[\x20-\x7e]{1,255}$/.test(key)) {
    throw invalid("Idempotency-Key", "Idempotency-Key must have 1 to 255 printable ASCII characters.");
  }
  const fingerprint = await sha256Hex(JSON.stringify([key, method, path, body]));
  return { keyHash: await sha256Hex(key), fingerprint };
}
