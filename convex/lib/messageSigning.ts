// Messages between servers are signed with the svix library, but under header names of our own. The library has 30 kB,
// so code that signs or verifies loads this file with `import()`, and other requests do not load it.
import { Webhook } from "svix/dist/webhook";
import { bytesOfBase64 } from "./base64";

/** Null when the secret is unset, malformed or empty. The library would accept `whsec_` as a key without bytes. */
export function webhookSigner(secret = ""): Webhook | null {
  const key = bytesOfBase64(secret.replace(/^whsec_/, ""));
  return key === null || key.length === 0 ? null : new Webhook(secret);
}
