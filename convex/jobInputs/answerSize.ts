// Limits the size of an answer. Parts that do not fit are listed, and the runner asks for each of them separately.

import type { PartRequest } from "./requests";

/** Measured in bytes of JSON. The rest of the answer is small. */
const maxAnswerBytes = 7_500_000;

/** A call of the runner that returns the part that belongs at `path` of the delivery. */
export interface LeftOutPart {
  path: (string | number)[];
  operation: "run.getPart";
  args: PartRequest;
}

export class AnswerSize {
  readonly leftOut: LeftOutPart[] = [];
  private bytes = 0;

  /** Counts a value that must be in the answer. */
  add(value: unknown): void {
    this.bytes += new TextEncoder().encode(JSON.stringify(value)).length;
  }

  /** Whether `value` fits into the answer. If not, `call` is listed as the way to get it. */
  addIfItFits(value: unknown, call: LeftOutPart): boolean {
    const before = this.bytes;
    this.add(value);
    if (this.bytes <= maxAnswerBytes) return true;
    this.bytes = before;
    this.leftOut.push(call);
    return false;
  }

  /** Whether a part was left out already: hardly any room remains, so further stored parts are not even read. */
  get hasLeftOut(): boolean {
    return this.leftOut.length > 0;
  }
}
