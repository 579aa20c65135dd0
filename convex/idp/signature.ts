// Whether a message was signed by the identity provider: the algorithm of the svix library, whose headers have other
// names and whose own hashing costs 30 kB on each request. Pure but for the clock of its caller.
import { bytesOfBase64, toBase64 } from "../lib/base64";
import { equalTexts } from "../lib/equalTexts";

const toleranceSeconds = 5 * 60;

export interface SignedMessage {
  id: string | null;
  timestamp: string | null;
  /** Entries such as `v1,<base64>`, separated by spaces. */
  signature: string | null;
  body: Uint8Array<ArrayBuffer>;
}

/** False too when the secret is unset or malformed: then nobody can have signed anything. */
export async function isSigned(message: SignedMessage, secret: string | undefined, nowMs: number): Promise<boolean> {
  const { id, timestamp, signature, body } = message;
  const key = keyOf(secret ?? "");
  if (key === null || !id || !timestamp || !signature) return false;
  const seconds = Number.parseInt(timestamp, 10);
  // Also false for what is no number.
  if (!(Math.abs(Math.floor(nowMs / 1000) - seconds) <= toleranceSeconds)) return false;
  const expected = await hmacSha256(key, `${id}.${seconds}.`, body);
  return signature.split(" ").some((entry) => {
    const [version, given = ""] = entry.split(",");
    return version === "v1" && equalTexts(given, expected);
  });
}

function keyOf(secret: string): Uint8Array<ArrayBuffer> | null {
  const key = bytesOfBase64(secret.replace(/^whsec_/, ""));
  return key === null || key.length === 0 ? null : key;
}

/** Of the prefix and the body, in base64. The body is taken as it came: decoding it could change it. */
async function hmacSha256(
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
