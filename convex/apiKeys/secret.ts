// Makes API keys in actions, whose randomness comes from the operating system; a mutation's comes from a seed. Only the
// hash goes into a transaction, so no key is in arguments that a deployment logs or retries with.
import { sha256Hex } from "../lib/hashing";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** 43 characters of base62 hold 256 bits. */
const randomLength = 43;
const shownLength = 8;

export interface KeySecret {
  /** The key itself, which is shown once and never stored. */
  raw: string;
  hash: string;
  prefix: string;
}

export async function makeKeySecret(): Promise<KeySecret> {
  const kind = process.env["SERVICE_ENVIRONMENT"] === "production" ? "svc_live_" : "svc_test_";
  const random = randomCharacters(randomLength);
  const raw = kind + random;
  return { raw, hash: await sha256Hex(raw), prefix: kind + random.slice(0, shownLength) };
}

function randomCharacters(count: number): string {
  // Higher bytes are dropped. Otherwise the first letters of the alphabet would occur more often in keys.
  const limit = 256 - (256 % alphabet.length);
  let text = "";
  while (text.length < count) {
    const bytes = crypto.getRandomValues(new Uint8Array(2 * count));
    for (const byte of bytes) if (byte < limit && text.length < count) text += alphabet.charAt(byte % alphabet.length);
  }
  return text;
}
