// Anybody may call a function with wrong arguments as often as they like. The log tells of a few such calls a second,
// and how many it left out.

/** Lines at once, and how many more there are each second. */
const burst = 50;
const perSecond = 5;

export class StrangersLines {
  private left = burst;
  private lastAt: number;
  private leftOut = 0;

  constructor(private readonly now: () => number) {
    this.lastAt = now();
  }

  /** May one more be written? */
  mayWrite(): boolean {
    const now = this.now();
    this.left = Math.min(burst, this.left + (Math.max(0, now - this.lastAt) / 1000) * perSecond);
    this.lastAt = now;
    if (this.left < 1) {
      this.leftOut++;
      return false;
    }
    this.left--;
    return true;
  }

  /** How many were left out since this was last asked. */
  takeLeftOut(): number {
    const { leftOut } = this;
    this.leftOut = 0;
    return leftOut;
  }
}
