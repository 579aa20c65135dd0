// Secrets at rest: AES-256-GCM under PROVIDER_KEY_ENCRYPTION_KEY, in the text `v1.<nonce>.<ciphertext and tag>` with both
// parts in base64url. To be encrypted in actions only: there the nonce is the operating system's randomness, while in a
// mutation it would be drawn from a seed and a retry would use it again, which breaks GCM. Mutations store what they are
// given, and so no secret is among the arguments that a deployment logs or retries with either.
//
// The associated data says what the secret is and whose, such as `project:<id>|provider:<name>`: a ciphertext that is
// copied to another row does not decrypt there.
import { bytesOfBase64, bytesOfBase64Url, toBase64Url } from "./base64";

const version = "v1";
const keyLength = 32;
const nonceLength = 12;

/** The deployment has no usable key: a fault of its configuration, of which clients learn nothing. */
export class EncryptionKeyError extends Error {
  override name = "EncryptionKeyError";
}

/** What is kept was changed, belongs elsewhere or was encrypted under another key. */
export class DecryptionError extends Error {
  override name = "DecryptionError";
}

export async function encrypt(text: string, associatedData: string): Promise<string> {
  const key = await loadKey();
  const nonce = crypto.getRandomValues(new Uint8Array(nonceLength));
  const sealed = await crypto.subtle.encrypt(parameters(nonce, associatedData), key, new TextEncoder().encode(text));
  return [version, toBase64Url(nonce), toBase64Url(new Uint8Array(sealed))].join(".");
}

/** Throws DecryptionError. */
export async function decrypt(encrypted: string, associatedData: string): Promise<string> {
  const key = await loadKey();
  const [form, nonceText = "", sealedText = "", ...rest] = encrypted.split(".");
  const nonce = bytesOfBase64Url(nonceText);
  const sealed = bytesOfBase64Url(sealedText);
  if (form !== version || rest.length > 0 || nonce?.length !== nonceLength || sealed === null) throw unreadable();
  const opened = await crypto.subtle.decrypt(parameters(nonce, associatedData), key, sealed).catch(() => {
    throw unreadable();
  });
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(opened);
}

/** The part of a secret that is shown: its last four characters. */
export function mask(text: string): string {
  return Array.from(text).slice(-4).join("");
}

function parameters(nonce: Uint8Array<ArrayBuffer>, associatedData: string): AesGcmParams {
  return { name: "AES-GCM", iv: nonce, additionalData: new TextEncoder().encode(associatedData) };
}

async function loadKey(): Promise<CryptoKey> {
  const text = process.env["PROVIDER_KEY_ENCRYPTION_KEY"]?.trim();
  if (text === undefined || text === "") throw new EncryptionKeyError("PROVIDER_KEY_ENCRYPTION_KEY is not set.");
  const bytes = bytesOfBase64(text);
  if (bytes?.length !== keyLength) {
    throw new EncryptionKeyError(`PROVIDER_KEY_ENCRYPTION_KEY must be ${keyLength} bytes in base64.`);
  }
  return await crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]);
}

function unreadable(): DecryptionError {
  return new DecryptionError("A secret cannot be decrypted: it was changed, or encrypted under another key.");
}
