// Whether a message was signed by the identity provider, lately.
import { webhookOf } from "../lib/messageSigning";

export interface SignedMessage {
  id: string | null;
  timestamp: string | null;
  /** Entries such as `v1,<base64>`, separated by spaces. */
  signature: string | null;
  body: Uint8Array<ArrayBuffer>;
}

/** False too when the secret is unset or malformed: then nobody can have signed anything. */
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
    // After the signature the library parses the body. Who reads it next says better what is wrong with it.
    return error instanceof SyntaxError;
  }
}

/** The library hashes texts. Bytes that are not UTF-8 become a text that nobody has signed; a byte order mark stays. */
function textOf(body: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(body);
}
