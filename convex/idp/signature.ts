// Whether a message was signed by the identity provider. Pure but for the clock of its caller.
import { equalTexts } from "../lib/equalTexts";
import { hmacSha256, signingKey } from "../lib/messageSigning";

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
  const key = signingKey(secret ?? "");
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
