// Encrypts the values of environment variables, because most of them are secrets. The database is copied, mailed and
// looked into more freely than a separate file with the key. The cipher is AES-256-GCM, with the variable's name as
// associated data.
import crypto from "node:crypto";
import type { SecretKind } from "../../persistence/secretFile";

const algorithm = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;

export class EnvironmentCipher {
  private readonly key: Buffer;

  /** `hexKey` is 32 bytes in hex, as `environmentKey` makes it. */
  constructor(hexKey: string) {
    this.key = Buffer.from(hexKey, "hex");
  }

  seal(name: string, value: string): string {
    const nonce = crypto.randomBytes(nonceBytes);
    const cipher = crypto.createCipheriv(algorithm, this.key, nonce).setAAD(Buffer.from(name));
    const text = Buffer.concat([cipher.update(value, "utf8"), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString("base64");
  }

  /** Throws when the value was sealed with another key or under another name. */
  open(name: string, sealed: string): string {
    const bytes = Buffer.from(sealed, "base64");
    const nonce = bytes.subarray(0, nonceBytes);
    const tag = bytes.subarray(nonceBytes, nonceBytes + tagBytes);
    const decipher = crypto.createDecipheriv(algorithm, this.key, nonce, { authTagLength: tagBytes });
    decipher.setAAD(Buffer.from(name)).setAuthTag(tag);
    return decipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, "utf8") + decipher.final("utf8");
  }
}

export const environmentKey: SecretKind = {
  make: () => crypto.randomBytes(32).toString("hex"),
  isValid: (text) => /^[0-9a-f]{64}$/i.test(text),
  isReplaceable: false,
};
