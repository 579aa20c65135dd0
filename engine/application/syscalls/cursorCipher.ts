// Encrypts cursors, because a position is the values of an index and an id: also of rows and fields that the function
// shows to nobody. The same cursor is always the same text, so a page that has not changed is the same page. The
// cipher is AES-256-GCM, with a nonce that is made of the cursor.
import crypto from "node:crypto";

const algorithm = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;

export class CursorCipher {
  private readonly key: Buffer;
  private readonly nonceKey: Buffer;

  constructor(secret: string) {
    this.key = digestOf(secret, "cursors");
    this.nonceKey = digestOf(secret, "nonces of cursors");
  }

  seal(cursor: string): string {
    const nonce = digestOf(this.nonceKey, cursor).subarray(0, nonceBytes);
    const cipher = crypto.createCipheriv(algorithm, this.key, nonce);
    const text = Buffer.concat([cipher.update(cursor, "utf8"), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString("base64url");
  }

  /** Returns null for what is not a cursor of this deployment. */
  open(sealed: string): string | null {
    const bytes = Buffer.from(sealed, "base64url");
    if (bytes.length < nonceBytes + tagBytes) return null;
    const nonce = bytes.subarray(0, nonceBytes);
    const decipher = crypto.createDecipheriv(algorithm, this.key, nonce, { authTagLength: tagBytes });
    decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
    try {
      return decipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, "utf8") + decipher.final("utf8");
    } catch {
      return null;
    }
  }
}

function digestOf(key: string | Buffer, text: string): Buffer {
  return crypto.createHmac("sha256", key).update(text).digest();
}
