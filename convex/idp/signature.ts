// Checks whether the identity provider signed a message recently.
import { webhookOf } from "../lib/messageSigning";

export interface SignedMessage {
  id: string | null;
  timestamp: string | null;
  /** Entries such as `v1,<base64>`, separated by spaces. */
  signature: string | null;
  body: Uint8Array<ArrayBuffer>;
}

/**
 * Whether the message has a valid signature. False also when the secret is unset or malformed, because then nobody can
 * have signed anything.
 */
export function isSigned({ id, timestamp, signature, body }: SignedMessage, secret: string | undefined): boolean {
  const webhook = webhookOf(secret);
  if (webhook === null) return false;
  const headers = {
    "webhook-id": id ?? "",
    "webhook-timestamp": timestamp ?? "",
    "webhook-signature": signature ?? "",
  };
  try {
    webhook.verify(textOf(body), headers);
    return true;
  } catch (error) {
    // The library verifies the signature first and then parses the body. A SyntaxError therefore means that the
    // signature is valid; the code that reads the body reports a better error.
    return error instanceof SyntaxError;
  }
}

/**
 * The body as text, which the library needs. Bytes that are not UTF-8 become a text that nobody has signed. A byte
 * order mark is kept.
 */
function textOf(body: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(body);
}
