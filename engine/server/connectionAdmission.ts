// Decides which connections may enter. When more arrive than the server can accept, one address may bring a bounded
// number of them in a second. The bound follows the rule of sharedCapacity.ts, so a newcomer always gets in.
import { performance } from "node:perf_hooks";
import { connectionArrived, isCrowded } from "../loop/connectionPriority";
import { SharedCapacity, type Holder } from "./sharedCapacity";

const windowMs = 1_000;

export class ConnectionAdmission {
  private shares: SharedCapacity;
  private endsAtMs = 0;

  constructor(private readonly maxPerSecond: number) {
    this.shares = new SharedCapacity(maxPerSecond);
  }

  /** Must be called for each connection that is accepted. */
  mayEnter(holder: Holder): boolean {
    connectionArrived();
    const now = performance.now();
    if (now >= this.endsAtMs) {
      this.shares = new SharedCapacity(this.maxPerSecond);
      this.endsAtMs = now + windowMs;
    }
    return this.shares.take(holder, 1) || !isCrowded();
  }
}
