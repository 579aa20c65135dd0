// The messages of the identity provider.
import { createHmac } from "node:crypto";

/** Returns the headers of a message. `secret` is the bytes of the secret without its prefix. */
export function signedHeaders(
  secret: Buffer,
  id: string,
  seconds: number,
  body: Buffer | string,
): Record<string, string> {
  const signature = createHmac("sha256", secret).update(`${id}.${seconds}.`).update(body).digest("base64");
  return { "hook-id": id, "hook-timestamp": String(seconds), "hook-signature": `v1,${signature}` };
}
