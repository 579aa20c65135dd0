// What a request says about being repeated. Loaded by requests with an Idempotency-Key.
import { invalid } from "../lib/errors";
import { sha256Hex } from "../lib/hashing";

/** Throws VALIDATION. `path` has its query, `body` is the text as it came. */
export async function readRepeatable(key: string, method: string, path: string, body: string) {
  if (!/^[\x20-\x7e]{1,255}$/.test(key)) {
    throw invalid("Idempotency-Key", "Idempotency-Key must have 1 to 255 printable ASCII characters.");
  }
  const fingerprint = await sha256Hex(JSON.stringify([key, method, path, body]));
  return { keyHash: await sha256Hex(key), fingerprint };
}
