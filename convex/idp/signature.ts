// Checks whether the identity provider signed a message recently.
import { webhookSigner } from "../lib/messageSigning";

export interface SignedMessage {
  id: string | null;
  timestamp: string | null;
  /** Entries such as `v1,<base64>`, separated by spaces. */
  signature: string | null;
  body: Uint8Array<ArrayBuffer>;
}

/** Nothing is signed when the secret is unset or malformed, because nobody can have signed with it. */
export function isSigned({ id, timestamp, signature, body }: SignedMessage, secret: string | undefined): boolean {
  const webhook = webhookSigner(secret);
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
    // The library parses the body after verifying it, so a SyntaxError means that the signature is valid.
    return error instanceof SyntaxError;
  }
}

/** The library needs text. Bytes that are not UTF-8 become a text that nobody has signed. A byte order mark stays. */
function textOf(body: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(body);
}
