// Limits the size of an answer. Parts that do not fit are listed, and the runner asks for each of them separately. All
// is measured in bytes of JSON, in which a control character takes six.
import { jsonBytes } from "../lib/jsonBytes";
import type { PartRequest } from "./requests";

/** The rest of the answer is small. */
const maxAnswerBytes = 7_500_000;

/**
 * Whatever is in a delivery, this is the most that is handed over: a function may return 16 MiB, and a claim that
 * returns more would leave its job the oldest one, so that no runner received any other.
 */
const maxDeliveryBytes = 15_000_000;

/** Throws for a delivery of which more must be in the answer than it may have. */
export function requireDeliverable(delivery: unknown): void {
  const bytes = jsonBytes(delivery);
  if (bytes > maxDeliveryBytes) throw new Error(`The delivery has ${bytes} bytes, and at most ${maxDeliveryBytes}.`);
}

/** A call of the runner that returns the part that belongs at `path` of the delivery. */
export interface LeftOutPart {
  path: (string | number)[];
  operation: "run.getPart";
  args: PartRequest;
}

export class AnswerSize {
  readonly leftOut: LeftOutPart[] = [];

  constructor(
    private readonly maxBytes = maxAnswerBytes,
    private bytes = 0,
  ) {}

  /** Room for what the answer has beside the rest. What does not fit of it is listed apart. */
  beside(moreBytes: number): AnswerSize {
    return new AnswerSize(this.maxBytes + moreBytes, this.bytes);
  }

  /** Counts a value that must be in the answer. */
  add(value: unknown): void {
    this.bytes += jsonBytes(value);
  }

  /** Whether `value` fits into the answer. If not, `call` is listed as the way to get it. */
  addIfItFits(value: unknown, call: LeftOutPart): boolean {
    const before = this.bytes;
    this.add(value);
    if (this.bytes <= this.maxBytes) return true;
    this.bytes = before;
    this.leftOut.push(call);
    return false;
  }

  /** Whether a part was left out already: hardly any room remains, so further stored parts are not even read. */
  get hasLeftOut(): boolean {
    return this.leftOut.length > 0;
  }
}
