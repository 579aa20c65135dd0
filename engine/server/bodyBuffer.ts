// A body while it arrives. Large chunks are kept as they are, because copying them repeatedly would take longer than
// reading them. Small chunks are copied together into blocks, because a small chunk kept by itself costs a hundred
// times its length.

/** Chunks of at least this many bytes are kept as they are. */
const largeBytes = 16 * 1024;
const blockBytes = 64 * 1024;

export class BodyBuffer {
  /** Each block is cut to the part that is filled, except the last one, which still has `free` bytes to fill. */
  private readonly blocks: Buffer[] = [];
  private free = 0;
  private size = 0;
  private allocatedBytes = 0;

  get length(): number {
    return this.size;
  }

  /** Returns how many bytes of memory the body takes once `chunk` is added. */
  allocatedWith(chunk: Buffer): number {
    return this.allocatedBytes + (chunk.length <= this.free ? 0 : allocationOf(chunk, this.size));
  }

  add(chunk: Buffer): void {
    if (chunk.length > this.free) this.addBlock(chunk);
    else {
      const block = this.blocks.at(-1);
      if (block !== undefined) chunk.copy(block, block.length - this.free);
      this.free -= chunk.length;
    }
    this.size += chunk.length;
  }

  bytes(): Buffer {
    this.closeLast();
    const [only] = this.blocks;
    return this.blocks.length === 1 && only !== undefined ? only : Buffer.concat(this.blocks, this.size);
  }

  private addBlock(chunk: Buffer): void {
    const room = allocationOf(chunk, this.size);
    this.closeLast();
    this.allocatedBytes += room;
    if (room === chunk.length) {
      this.blocks.push(chunk);
      this.free = 0;
      return;
    }
    const block = Buffer.allocUnsafe(room);
    chunk.copy(block);
    this.blocks.push(block);
    this.free = room - chunk.length;
  }

  private closeLast(): void {
    const last = this.blocks.at(-1);
    if (last === undefined || this.free === 0) return;
    this.blocks[this.blocks.length - 1] = last.subarray(0, last.length - this.free);
    this.free = 0;
  }
}

/**
 * Returns the size of the block that begins with `chunk`, in a body that has `before` bytes so far. Most bodies are one
 * chunk, which is kept as it is.
 */
function allocationOf(chunk: Buffer, before: number): number {
  if (chunk.length >= largeBytes || before === 0) return chunk.length;
  return Math.max(chunk.length, Math.min(before, blockBytes));
}
