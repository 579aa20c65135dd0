// Messages between servers are signed as the svix library does it; only their headers have names of our own. The library
// is 30 kB, so whoever signs or verifies loads this file by `import()` and nobody else pays for it.
import { Webhook } from "svix/dist/webhook";
import { bytesOfBase64 } from "./base64";

/** Null for a secret that is unset, malformed or empty. The library would take `whsec_` for a key of no bytes. */
export function webhookOf(secret = ""): Webhook | null {
  const key = bytesOfBase64(secret.replace(/^whsec_/, ""));
  return key === null || key.length === 0 ? null : new Webhook(secret);
}
