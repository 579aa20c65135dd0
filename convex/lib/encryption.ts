// Secrets at rest: AES-256-GCM under PROVIDER_KEY_ENCRYPTION_KEY, in the text `v2.<key id>.<nonce>.<ciphertext and tag>`
// with the last two in base64url. To be encrypted in actions only: there the nonce is the operating system's randomness,
// while in a mutation it would be drawn from a seed and a retry would use it again, which breaks GCM. Mutations store what
// they are given, and so no secret is among the arguments that a deployment logs or retries with either.
//
// The associated data says what the secret is and whose, such as `project:<id>|provider:<name>`: a ciphertext that is
// copied to another row does not decrypt there.
//
// The id tells under which key a text was encrypted, so that texts under PROVIDER_KEY_ENCRYPTION_KEY_PREVIOUS are read as
// well while admin/sealing.ts moves them to the new key. Texts of version 1 lack it; either key may be theirs.
import { bytesOfBase64, bytesOfBase64Url, toBase64Url } from "./base64";
import { sha256Hex } from "./hashing";

const keyLength = 32;
const nonceLength = 12;
const idLength = 12;

const keyVariable = "PROVIDER_KEY_ENCRYPTION_KEY";
const previousVariable = "PROVIDER_KEY_ENCRYPTION_KEY_PREVIOUS";

/** The deployment has no usable key: a fault of its configuration, of which clients learn nothing. */
export class EncryptionKeyError extends Error {
  override name = "EncryptionKeyError";
  /** Repeating the request does not help. */
  readonly isLasting = true;
}

/** What is kept was changed, belongs elsewhere or was encrypted under another key. */
export class DecryptionError extends Error {
  override name = "DecryptionError";
  readonly isLasting = true;
}

interface SealingKey {
  id: string;
  key: CryptoKey;
}

export async function encrypt(text: string, associatedData: string): Promise<string> {
  const { id, key } = await currentKey();
  const nonce = crypto.getRandomValues(new Uint8Array(nonceLength));
  const sealed = await crypto.subtle.encrypt(parameters(nonce, associatedData), key, new TextEncoder().encode(text));
  return ["v2", id, toBase64Url(nonce), toBase64Url(new Uint8Array(sealed))].join(".");
}

/** Throws DecryptionError. */
export async function decrypt(encrypted: string, associatedData: string): Promise<string> {
  return (await open(encrypted, associatedData)).text;
}

/** The text, and which key it was encrypted under. Throws DecryptionError. */
export async function open(encrypted: string, associatedData: string): Promise<{ text: string; keyId: string }> {
  const { keyId, nonce, sealed } = partsOf(encrypted);
  const keys = await readingKeys();
  const fitting = keyId === null ? keys : keys.filter(({ id }) => id === keyId);
  if (keyId !== null && fitting.length === 0) throw underAnotherKey(keyId, keys);
  for (const { id, key } of fitting) {
    const opened = await crypto.subtle.decrypt(parameters(nonce, associatedData), key, sealed).catch(() => null);
    if (opened !== null) return { text: new TextDecoder("utf-8", { ignoreBOM: true }).decode(opened), keyId: id };
  }
  throw unreadable();
}

/** Under which key it was encrypted; null where it does not say. */
export function keyIdOf(encrypted: string): string | null {
  const [form, keyId = null] = encrypted.split(".");
  return form === "v2" ? keyId : null;
}

/** What tells keys apart and nothing about them. Null for what is no key. */
export async function sealingKeyId(text: string): Promise<string | null> {
  const bytes = bytesOfBase64(text.trim());
  if (bytes?.length !== keyLength) return null;
  return (await sha256Hex(`key id of ${toBase64Url(bytes)}`)).slice(0, idLength);
}

/** Throws EncryptionKeyError. */
export async function currentKeyId(): Promise<string> {
  return (await currentKey()).id;
}

/** The part of a secret that is shown: its last four characters. */
export function mask(text: string): string {
  return Array.from(text).slice(-4).join("");
}

function partsOf(encrypted: string) {
  const parts = encrypted.split(".");
  const [form, ...rest] = parts;
  const keyId = form === "v2" ? (rest.shift() ?? "") : null;
  const [nonceText = "", sealedText = "", ...more] = rest;
  const nonce = bytesOfBase64Url(nonceText);
  const sealed = bytesOfBase64Url(sealedText);
  const isKnown = form === "v1" || form === "v2";
  if (!isKnown || more.length > 0 || nonce?.length !== nonceLength || sealed === null) throw unreadable();
  return { keyId, nonce, sealed };
}

function parameters(nonce: Uint8Array<ArrayBuffer>, associatedData: string): AesGcmParams {
  return { name: "AES-GCM", iv: nonce, additionalData: new TextEncoder().encode(associatedData) };
}

async function currentKey(): Promise<SealingKey> {
  const key = await loadKey(keyVariable);
  if (key === null) throw new EncryptionKeyError(`${keyVariable} is not set.`);
  return key;
}

async function readingKeys(): Promise<SealingKey[]> {
  const previous = await loadKey(previousVariable);
  return [await currentKey(), ...(previous === null ? [] : [previous])];
}

async function loadKey(variable: string): Promise<SealingKey | null> {
  const text = process.env[variable]?.trim();
  if (text === undefined || text === "") return null;
  const id = await sealingKeyId(text);
  const bytes = bytesOfBase64(text);
  if (id === null || bytes === null) throw new EncryptionKeyError(`${variable} must be ${keyLength} bytes in base64.`);
  return { id, key: await crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]) };
}

function underAnotherKey(keyId: string, keys: readonly SealingKey[]): DecryptionError {
  const known = keys.map(({ id }) => id).join(" and ");
  return new DecryptionError(
    `A secret is sealed under the key ${keyId}, and the deployment has ${known}: set that key again.`,
  );
}

function unreadable(): DecryptionError {
  return new DecryptionError("A secret cannot be decrypted: it was changed, or encrypted under another key.");
}
