// Encryption of stored secrets: AES-256-GCM under PROVIDER_KEY_ENCRYPTION_KEY. The stored text is `v2.<key
// id>.<nonce>.<ciphertext and tag>`, with the last two parts in base64url. Only actions may encrypt: there the nonce
// comes from the operating system. In a mutation the nonce would come from a seed, and a retry would use the same one
// again, which breaks GCM. So mutations only store ciphertexts, and a deployment never logs a secret as an argument or
// retries with one.
//
// The associated data names the secret and its owner, such as `project:<id>|provider:<name>`, so that a ciphertext that
// is copied to another row cannot be decrypted there.
//
// The key id says which key encrypted a text. While admin/sealing.ts moves secrets to a new key, texts under
// PROVIDER_KEY_ENCRYPTION_KEY_PREVIOUS can still be read.
import { bytesOfBase64, bytesOfBase64Url, toBase64Url } from "./base64";
import { sha256Hex } from "./hashing";

const keyLength = 32;
const nonceLength = 12;
const idLength = 12;

const keyVariable = "PROVIDER_KEY_ENCRYPTION_KEY";
const previousVariable = "PROVIDER_KEY_ENCRYPTION_KEY_PREVIOUS";

/** The deployment has no usable key. This is a fault of its configuration, and clients learn no details. */
export class EncryptionKeyError extends Error {
  override name = "EncryptionKeyError";
}

/** The stored text was changed, belongs to another row or was encrypted under another key. */
export class DecryptionError extends Error {
  override name = "DecryptionError";
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

export async function decrypt(encrypted: string, associatedData: string): Promise<string> {
  return (await decryptWithKeyId(encrypted, associatedData)).text;
}

/** Returns the text and the id of the key that encrypted it. Throws DecryptionError. */
export async function decryptWithKeyId(
  encrypted: string,
  associatedData: string,
): Promise<{ text: string; keyId: string }> {
  const { keyId, nonce, sealed } = partsOf(encrypted);
  const keys = await readingKeys();
  const fitting = keys.find(({ id }) => id === keyId);
  if (fitting === undefined) throw wrongKeyError(keyId, keys);
  const opened = await crypto.subtle.decrypt(parameters(nonce, associatedData), fitting.key, sealed).catch(() => null);
  if (opened === null) throw decryptionError();
  return { text: new TextDecoder("utf-8", { ignoreBOM: true }).decode(opened), keyId };
}

/** The id of the key that encrypted the text. Throws DecryptionError. */
export function keyIdOf(encrypted: string): string {
  return partsOf(encrypted).keyId;
}

/** An id that distinguishes keys and reveals nothing else about them. Null when `text` is not a key. */
export async function sealingKeyId(text: string): Promise<string | null> {
  const bytes = bytesOfBase64(text.trim());
  if (bytes?.length !== keyLength) return null;
  return (await sha256Hex(`key id of ${toBase64Url(bytes)}`)).slice(0, idLength);
}

/** The id of the key that encrypts new secrets. Throws EncryptionKeyError. */
export async function currentKeyId(): Promise<string> {
  return (await currentKey()).id;
}

/** The part of a secret that people may see: its last four characters. */
export function mask(text: string): string {
  return Array.from(text).slice(-4).join("");
}

function partsOf(encrypted: string) {
  const [form, keyId = "", nonceText = "", sealedText = "", ...more] = encrypted.split(".");
  const nonce = bytesOfBase64Url(nonceText);
  const sealed = bytesOfBase64Url(sealedText);
  if (form !== "v2" || more.length > 0 || nonce?.length !== nonceLength || sealed === null) throw decryptionError();
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

function wrongKeyError(keyId: string, keys: readonly SealingKey[]): DecryptionError {
  const known = keys.map(({ id }) => id).join(" and ");
  return new DecryptionError(
    `A secret is sealed under the key ${keyId}, and the deployment has ${known}: set that key again.`,
  );
}

function decryptionError(): DecryptionError {
  return new DecryptionError("A secret cannot be decrypted: it was changed, or encrypted under another key.");
}

export type Sealed = { ciphertext: string; lastFour: string };

/** Encrypts a secret. When the secret has four characters or fewer, none of them is kept to be shown. */
export async function seal(text: string, associatedData: string): Promise<Sealed> {
  const shown = mask(text);
  return { ciphertext: await encrypt(text, associatedData), lastFour: shown === text ? "" : shown };
}
