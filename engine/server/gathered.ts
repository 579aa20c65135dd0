// A body as it comes in, in one piece of memory: kept chunk by chunk, a body of single bytes would cost a hundred times
// its length.

const EMPTY: Buffer = Buffer.alloc(0);
const mostMoreBytes = 4 * 1024 * 1024;

export class Gathered {
  private whole = EMPTY;
  private size = 0;

  /** `longest`: what it is not going to exceed. */
  constructor(private readonly longest: number) {}

  get length(): number {
    return this.size;
  }

  /** What it takes in memory, once such a chunk is added. */
  roomWith(chunk: Buffer): number {
    const size = this.size + chunk.length;
    if (this.size === 0) return size;
    return size <= this.whole.length ? this.whole.length : this.roomFor(size);
  }

  add(chunk: Buffer): void {
    const size = this.size + chunk.length;
    // Most bodies are one chunk, which is kept as it is.
    if (this.size === 0) this.whole = chunk;
    else {
      if (size > this.whole.length) {
        const larger = Buffer.allocUnsafe(this.roomFor(size));
        this.whole.copy(larger, 0, 0, this.size);
        this.whole = larger;
      }
      chunk.copy(this.whole, this.size);
    }
    this.size = size;
  }

  bytes(): Buffer {
    return this.size === this.whole.length ? this.whole : this.whole.subarray(0, this.size);
  }

  private roomFor(size: number): number {
    const generous = this.whole.length + Math.min(this.whole.length, mostMoreBytes);
    return Math.max(size, Math.min(generous, this.longest));
  }
}
