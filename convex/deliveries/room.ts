// How much fits into one answer. What does not is left out and named, so that the runner asks for it alone.

/** In bytes of JSON; what else is in the answer is small. */
const answerBytesMax = 7_500_000;

/** A call that gives what belongs at `path` of the delivery. */
export interface LeftOut {
  path: (string | number)[];
  operation: string;
  args: Record<string, string>;
}

export class Room {
  readonly leftOut: LeftOut[] = [];
  private bytes = 0;

  /** For what has to be there. */
  occupy(value: unknown): void {
    this.bytes += new TextEncoder().encode(JSON.stringify(value)).length;
  }

  /** Whether `value` fits; if not, `call` is what gives it. */
  admits(value: unknown, call: LeftOut): boolean {
    const before = this.bytes;
    this.occupy(value);
    if (this.bytes <= answerBytesMax) return true;
    this.bytes = before;
    this.leftOut.push(call);
    return false;
  }

  /** Whether there is hardly anything left: what is stored is not even read then. */
  get isFull(): boolean {
    return this.leftOut.length > 0;
  }
}
