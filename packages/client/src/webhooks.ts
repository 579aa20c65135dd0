// Messages of webhooks: what a receiver checks before it believes one. The signature is that of Standard Webhooks, made
// with Web Crypto, which Node, browsers and edge runtimes have.
import { SwitchyardError } from "./errors.js";

/** A message that was checked. */
export interface WebhookMessage {
  /** The id of the event, the same each time that it is sent: a receiver that remembers it does nothing twice. */
  id: string;
  /** A type such as `run.failed`, or `webhook.test`. */
  type: string;
  /** When it happened, in ISO 8601. */
  timestamp: string;
  data: { eventId: string; subject: { type: string; id: string }; runId?: string; [name: string]: unknown };
}

/** Those of a `Request`, or those of a request in Node, whose names are in lower case. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** The message was changed, comes from somebody else, or is too old. */
export class WebhookError extends SwitchyardError {
  override readonly name = "WebhookError";
}

const toleranceMs = 5 * 60_000;

/**
 * Returns the message if one of its signatures was made with the secret (`whsec_...`) and its time is within five
 * minutes. Throws a WebhookError otherwise. The body is the text as it came: one that was parsed and written again has
 * another signature.
 */
async function verify(body: string | Uint8Array, headers: WebhookHeaders, secret: string): Promise<WebhookMessage> {
  const text = typeof body === "string" ? body : new TextDecoder().decode(body);
  const [id, seconds] = [headerOf(headers, "webhook-id"), headerOf(headers, "webhook-timestamp")];
  const given = headerOf(headers, "webhook-signature").split(" ");
  const key = await keyOf(secret);
  if (!/^\d{1,12}$/.test(seconds)) throw refusal("The header webhook-timestamp is not a time.");
  const signed = new TextEncoder().encode(`${id}.${seconds}.${text}`);
  const isSigned = await Promise.all(given.map((signature) => fits(key, signature, signed)));
  if (!isSigned.includes(true)) throw refusal("No signature of the message was made with this secret.");
  if (Math.abs(Date.now() - Number(seconds) * 1000) > toleranceMs)
    throw refusal("The message is more than five minutes old, or from the future.");
  return Object.assign({ id }, JSON.parse(text) as Omit<WebhookMessage, "id">);
}

/** The headers with which a message is sent, for programs that pass messages on and for tests. */
async function sign(id: string, body: string, secret: string, nowMs = Date.now()): Promise<Record<string, string>> {
  const seconds = String(Math.floor(nowMs / 1000));
  const signed = new TextEncoder().encode(`${id}.${seconds}.${body}`);
  const signature = new Uint8Array(await crypto.subtle.sign("HMAC", await keyOf(secret), signed));
  return {
    "webhook-id": id,
    "webhook-timestamp": seconds,
    "webhook-signature": `v1,${btoa(String.fromCharCode(...signature))}`,
  };
}

/** `const message = await webhooks.verify(body, request.headers, secret)` */
export const webhooks = { verify, sign };

async function keyOf(secret: string): Promise<CryptoKey> {
  const bytes = bytesOf(secret.replace(/^whsec_/, ""));
  if (bytes === null || bytes.length === 0) throw refusal("The secret is not whsec_ and base64.");
  return await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign", "verify"]);
}

/** Web Crypto compares in constant time. Versions other than `v1` are for other receivers. */
async function fits(key: CryptoKey, given: string, signed: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const bytes = given.startsWith("v1,") ? bytesOf(given.slice("v1,".length)) : null;
  return bytes !== null && (await crypto.subtle.verify("HMAC", key, bytes, signed));
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  if (typeof value === "string") return value;
  throw refusal(`The message has no header ${name}.`);
}

function refusal(message: string): WebhookError {
  return new WebhookError(message, { code: "WEBHOOK" });
}
