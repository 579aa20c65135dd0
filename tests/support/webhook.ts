// What the identity provider sends.
import { createHmac } from "node:crypto";

/** The headers of a message; `secret` without its prefix, as bytes. */
export function signedHeaders(
  secret: Buffer,
  id: string,
  seconds: number,
  body: Buffer | string,
): Record<string, string> {
  const signature = createHmac("sha256", secret).update(`${id}.${seconds}.`).update(body).digest("base64");
  return { "hook-id": id, "hook-timestamp": String(seconds), "hook-signature": `v1,${signature}` };
}
