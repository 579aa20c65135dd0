// Randomness that a seed determines. It is the ChaCha20 key stream, so a mutation may use it to make secrets.
import { type Cipher, createCipheriv } from "node:crypto";

const STOCK_BYTES = 512;
const zeros = Buffer.alloc(STOCK_BYTES);

export class Randomness {
  readonly #cipher: Cipher;
  #stock = Buffer.alloc(0);

  /** The seed has 32 bytes. */
  constructor(seed: Uint8Array) {
    this.#cipher = createCipheriv("chacha20", seed, Buffer.alloc(16));
  }

  fillBytes(target: Uint8Array): void {
    for (let filled = 0; filled < target.length;) {
      if (this.#stock.length === 0) this.#stock = this.#cipher.update(zeros);
      const taken = this.#stock.subarray(0, target.length - filled);
      target.set(taken, filled);
      filled += taken.length;
      this.#stock = this.#stock.subarray(taken.length);
    }
  }

  /** Returns a number that is at least 0 and less than 1, with all 53 bits that a number has for it. */
  fraction(): number {
    const bytes = Buffer.alloc(8);
    this.fillBytes(bytes);
    return Number(bytes.readBigUInt64LE() >> 11n) / 2 ** 53;
  }
}
