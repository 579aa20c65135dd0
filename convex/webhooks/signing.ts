// The signature of Standard Webhooks: HMAC-SHA256 over the id, the time and the body. Pure.
import { bytesOfBase64, toBase64 } from "../lib/base64";
import type { Message } from "./message";

/** The headers of a message, signed with each secret, the present one first. */
export async function signedHeaders(
  { id, body }: Message,
  secrets: readonly string[],
  nowMs: number,
): Promise<Record<string, string>> {
  const seconds = String(Math.floor(nowMs / 1000));
  const signatures = await Promise.all(secrets.map((secret) => signature(secret, `${id}.${seconds}.${body}`)));
  return {
    "webhook-id": id,
    "webhook-timestamp": seconds,
    "webhook-signature": signatures.map((text) => `v1,${text}`).join(" "),
  };
}

async function signature(secret: string, text: string): Promise<string> {
  const bytes = bytesOfBase64(secret.replace(/^whsec_/, ""));
  if (bytes === null) throw new Error("A secret of a webhook is not base64.");
  const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return toBase64(new Uint8Array(await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(text))));
}
