// Makes API keys. To be called in actions only: there randomness is the operating system's, while in a mutation it is
// drawn from a seed that the deployment keeps while the function runs. And as the key is made before the transaction,
// only its hash goes into one, so the key itself cannot end up in the arguments that a deployment logs or retries with.
import { sha256Hex } from "../lib/hashing";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** 43 characters of base62 are 256 bits. */
const randomLength = 43;
const shownLength = 8;

export interface KeySecret {
  /** Shown once and never stored. */
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
  // Bytes past the last whole multiple of the alphabet's length are dropped, or its first letters would come up more.
  const limit = 256 - (256 % alphabet.length);
  let text = "";
  while (text.length < count) {
    const bytes = crypto.getRandomValues(new Uint8Array(2 * count));
    for (const byte of bytes) if (byte < limit && text.length < count) text += alphabet.charAt(byte % alphabet.length);
  }
  return text;
}
