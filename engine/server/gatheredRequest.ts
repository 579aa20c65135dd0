// A request whose body keeps few pieces in memory. Node's parser hands over each chunk of a chunked body by itself, and
// a chunk of one byte takes two hundred bytes while it waits to be read. Here, short pieces that arrive together become
// one.
import { IncomingMessage } from "node:http";

/** Longer pieces are handed on as they are, because copying them would cost more than it saves. */
const maxShort = 1_024;

export class GatheredRequest extends IncomingMessage {
  private gathered: Buffer[] = [];
  private gatheredBytes = 0;

  /** Node's parser calls this for each piece, and with null at the end. Returns false if it must pause. */
  override push(chunk: Buffer | null): boolean {
    if (chunk === null || chunk.length > maxShort) {
      this.handOn();
      return super.push(chunk);
    }
    if (this.gathered.length === 0) process.nextTick(() => this.handOn());
    this.gathered.push(chunk);
    this.gatheredBytes += chunk.length;
    return this.readableLength + this.gatheredBytes < this.readableHighWaterMark;
  }

  private handOn(): void {
    if (this.gathered.length === 0) return;
    const [first = Buffer.alloc(0), ...others] = this.gathered;
    const whole = others.length === 0 ? first : Buffer.concat(this.gathered, this.gatheredBytes);
    this.gathered = [];
    this.gatheredBytes = 0;
    super.push(whole);
  }
}
