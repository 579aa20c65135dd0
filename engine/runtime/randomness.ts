// Randomness that a seed determines: the SHA-512 of the seed with the number of the block. Nobody can tell the seed or
// another block from a block, so a mutation may use it to make secrets. Almost all calls that need randomness need one
// number, and for that a cipher would take ten times as long, most of it to take in the key.
import { hash } from "node:crypto";

const numberBytes = 6;

export class Randomness {
  /** The seed, and behind it the number of the next block. */
  readonly #input: Buffer;
  #stock = new Uint8Array(0);

  /** The seed has 32 bytes. */
  constructor(seed: Uint8Array) {
    this.#input = Buffer.alloc(seed.length + numberBytes);
    this.#input.set(seed);
  }

  fillBytes(target: Uint8Array): void {
    for (let filled = 0; filled < target.length;) {
      if (this.#stock.length === 0) this.#stock = this.#nextBlock();
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
    const [high, low] = [bytes.readUInt32LE(0) >>> 5, bytes.readUInt32LE(4) >>> 6];
    return (high * 2 ** 26 + low) / 2 ** 53;
  }

  #nextBlock(): Uint8Array<ArrayBuffer> {
    const block = new Uint8Array(hash("sha512", this.#input, "buffer"));
    const at = this.#input.length - numberBytes;
    this.#input.writeUIntLE(this.#input.readUIntLE(at, numberBytes) + 1, at, numberBytes);
    return block;
  }
}
