// Makes API keys and runner tokens in actions, whose randomness comes from the operating system; a mutation has only a
// seed. Only the hash goes into a transaction, so no key is in arguments that a deployment logs or retries with.
import { base62, checksumOf, randomLength } from "../callers/secretChecksum";
import { sha256Hex } from "../lib/hashing";

const shownLength = 8;

interface Secret {
  /** The key or token itself, which is shown once and never stored. */
  raw: string;
  hash: string;
  prefix: string;
}

export async function makeKeySecret(): Promise<Secret> {
  return await makeSecret(process.env["SERVICE_ENVIRONMENT"] === "production" ? "svc_live_" : "svc_test_");
}

/** The text `kind` begins the secret, so that people and scanners recognise it. */
export async function makeSecret(kind: string): Promise<Secret> {
  const random = randomCharacters(randomLength);
  const raw = kind + random + checksumOf(kind + random);
  return { raw, hash: await sha256Hex(raw), prefix: kind + random.slice(0, shownLength) };
}

function randomCharacters(count: number): string {
  // Higher bytes are dropped. Otherwise the first letters of the alphabet would occur more often in keys.
  const limit = 256 - (256 % base62.length);
  let text = "";
  while (text.length < count) {
    const bytes = crypto.getRandomValues(new Uint8Array(2 * count));
    for (const byte of bytes) if (byte < limit && text.length < count) text += base62.charAt(byte % base62.length);
  }
  return text;
}
