// Decides which connections may enter. When more arrive than the server can accept, one address may bring a bounded
// number of them in a second. The bound follows the rule of all shares (shares.ts), so a newcomer always gets in.
import { performance } from "node:perf_hooks";
import { connectionArrived, isCrowded } from "../loop/connectionPriority";
import { Shares, type Holder } from "./shares";

const windowMs = 1_000;

export class Admission {
  private shares: Shares;
  private endsAtMs = 0;

  constructor(private readonly maxPerSecond: number) {
    this.shares = new Shares(maxPerSecond);
  }

  /** Must be called for each connection that is accepted. */
  mayEnter(holder: Holder): boolean {
    connectionArrived();
    const now = performance.now();
    if (now >= this.endsAtMs) {
      this.shares = new Shares(this.maxPerSecond);
      this.endsAtMs = now + windowMs;
    }
    return this.shares.take(holder, 1) || !isCrowded();
  }
}
