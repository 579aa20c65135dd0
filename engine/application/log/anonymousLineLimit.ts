// Limits log lines about failed calls of anonymous callers, who may call a function with wrong arguments as often as
// they like. The log shows a few such calls each second, and says how many it left out.

/** How many lines may be written at once, and how many more each second. */
const burst = 50;
const perSecond = 5;

export class AnonymousLineLimit {
  private left = burst;
  private lastAt: number;
  private leftOut = 0;

  constructor(private readonly now: () => number) {
    this.lastAt = now();
  }

  /** Returns whether one more line may be written to the log. If not, it counts the line as left out. */
  takeOne(): boolean {
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

  /** Returns how many lines were left out since the last call. */
  takeLeftOut(): number {
    const { leftOut } = this;
    this.leftOut = 0;
    return leftOut;
  }
}
