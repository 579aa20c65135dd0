// Who may come in. While more want to than the server can accept, one address may bring so many connections in a second
// and no more, by the rule of all shares: a newcomer always finds as much as those before it have.
import { performance } from "node:perf_hooks";
import { connectionArrived, isCrowded } from "../loop/arrivals";
import { Shares, type Holder } from "./shares";

const windowMs = 1_000;

export class Admission {
  private shares: Shares;
  private endsAtMs = 0;

  constructor(private readonly maxPerSecond: number) {
    this.shares = new Shares(maxPerSecond);
  }

  /** To be asked for each connection that is accepted. */
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
