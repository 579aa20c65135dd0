// How messages between servers are signed: the algorithm of the svix library, whose headers have other names and whose own
// hashing costs 30 kB on each request. Pure.
import { bytesOfBase64, toBase64 } from "./base64";

/** Of `whsec_` and base64; null for a secret that is malformed or empty. */
export function signingKey(secret: string): Uint8Array<ArrayBuffer> | null {
  const key = bytesOfBase64(secret.replace(/^whsec_/, ""));
  return key === null || key.length === 0 ? null : key;
}

/** Of the prefix and the body, in base64. The body is taken as it came: decoding it could change it. */
export async function hmacSha256(
  key: Uint8Array<ArrayBuffer>,
  prefix: string,
  body: Uint8Array<ArrayBuffer>,
): Promise<string> {
  const head = new TextEncoder().encode(prefix);
  const content = new Uint8Array(head.length + body.length);
  content.set(head);
  content.set(body, head.length);
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const cryptoKey = await crypto.subtle.importKey("raw", key, algorithm, false, ["sign"]);
  return toBase64(new Uint8Array(await crypto.subtle.sign(algorithm, cryptoKey, content)));
}
