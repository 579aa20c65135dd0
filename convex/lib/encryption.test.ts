import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { bytesOfBase64Url, toBase64, toBase64Url } from "./base64";
import { decrypt, DecryptionError, encrypt, EncryptionKeyError, mask } from "./encryption";

const variable = "PROVIDER_KEY_ENCRYPTION_KEY";
const associatedData = "project:a|provider:b";
const keyBytes = Uint8Array.from({ length: 32 }, (_, index) => index);

beforeEach(() => {
  process.env[variable] = toBase64(keyBytes);
});
afterEach(() => {
  delete process.env[variable];
});

/** A copy of `bytes` with one byte changed. */
function changed(bytes: Uint8Array, at: number, by: number): Uint8Array<ArrayBuffer> {
  const copy = Uint8Array.from(bytes);
  const index = at % copy.length;
  copy[index] = copy[index]! ^ by;
  return copy;
}

const text = fc.string({ unit: "grapheme", maxLength: 60 });
const position = fc.nat(1000);
const change = fc.integer({ min: 1, max: 255 });

describe("encryption", () => {
  it("decrypts to the text that was encrypted", async () => {
    await fc.assert(
      fc.asyncProperty(text, text, async (secret, data) => {
        const encrypted = await encrypt(secret, data);
        expect(encrypted).toMatch(/^v2\.[0-9a-f]{12}\.[\w-]{16}\.[\w-]{22,}$/);
        expect(await decrypt(encrypted, data)).toBe(secret);
      }),
    );
  });

  it("keeps a byte order mark at the beginning of a text", async () => {
    expect(await decrypt(await encrypt("\uFEFFx", ""), "")).toBe("\uFEFFx");
  });

  it("encrypts the same text differently every time", async () => {
    const made = await Promise.all(Array.from({ length: 50 }, () => encrypt("secret", associatedData)));
    expect(new Set(made.map((each) => each.split(".")[2])).size).toBe(50);
  });

  it.each(["nonce", "ciphertext and tag"])("refuses any changed byte of the %s", async (part) => {
    const index = part === "nonce" ? 2 : 3;
    await fc.assert(
      fc.asyncProperty(text, position, change, async (secret, at, by) => {
        const parts = (await encrypt(secret, associatedData)).split(".");
        parts[index] = toBase64Url(changed(bytesOfBase64Url(parts[index]!)!, at, by));
        await expect(decrypt(parts.join("."), associatedData)).rejects.toThrow(DecryptionError);
      }),
    );
  });

  it("refuses changed, added and missing characters", async () => {
    await fc.assert(
      fc.asyncProperty(text, position, fc.string({ maxLength: 2 }), async (secret, at, other) => {
        const encrypted = await encrypt(secret, associatedData);
        const index = at % encrypted.length;
        fc.pre(encrypted[index] !== other);
        const tampered = encrypted.slice(0, index) + other + encrypted.slice(index + 1);
        await expect(decrypt(tampered, associatedData)).rejects.toThrow(DecryptionError);
      }),
    );
  });

  it("refuses any other associated data", async () => {
    await fc.assert(
      fc.asyncProperty(text, text, text, async (secret, data, other) => {
        fc.pre(data !== other);
        await expect(decrypt(await encrypt(secret, data), other)).rejects.toThrow(DecryptionError);
      }),
    );
  });

  it("refuses any other key", async () => {
    await fc.assert(
      fc.asyncProperty(text, position, change, async (secret, at, by) => {
        process.env[variable] = toBase64(keyBytes);
        const encrypted = await encrypt(secret, associatedData);
        process.env[variable] = toBase64(changed(keyBytes, at, by));
        await expect(decrypt(encrypted, associatedData)).rejects.toThrow(DecryptionError);
      }),
    );
  });

  it.each(["", "v1", "v1..", "v1.a.b", "v2.AAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAA", "secret"])(
    "refuses %j, which is not an encrypted text",
    async (encrypted) => {
      await expect(decrypt(encrypted, associatedData)).rejects.toThrow(DecryptionError);
    },
  );

  it.each([undefined, "", "  ", "secret", toBase64(keyBytes.slice(1)), `${toBase64(keyBytes)}=`])(
    "refuses the key %j with a message that does not show it",
    async (key) => {
      const encrypted = await encrypt("secret", associatedData);
      if (key === undefined) delete process.env[variable];
      else process.env[variable] = key;
      for (const attempt of [encrypt("text", associatedData), decrypt(encrypted, associatedData)]) {
        await expect(attempt).rejects.toThrow(EncryptionKeyError);
        await expect(attempt).rejects.toThrow(
          /^PROVIDER_KEY_ENCRYPTION_KEY (is not set|must be 32 bytes in base64)\.$/,
        );
      }
    },
  );
});

describe("mask", () => {
  it.each([
    ["sk-abcdefgh", "efgh"],
    ["abc", "abc"],
    ["", ""],
    ["key🔑🔑🔑🔑", "🔑🔑🔑🔑"],
  ])("of %j shows only %j", (secret, shown) => {
    expect(mask(secret)).toBe(shown);
  });
});
