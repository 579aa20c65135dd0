// Something scarce that clients share: connections, bytes that are held, requests that run. The rule is one for all of
// them: nobody may hold more than what is still free. One client alone gets half of it, two get a third each, and
// however many hold all they may, somebody new still finds as much as each of them has. So no number has to be chosen
// that is too small for a large client on a quiet machine and too large for a busy one.

/** Whose share it is; null: of nobody in particular, so that only the whole is a bound. */
export type Holder = string | null;

export class Shares {
  private used = 0;
  private readonly held = new Map<string, number>();

  constructor(private readonly total: number) {}

  /** False, and nothing is taken, when it would be more than the holder's share. */
  take(holder: Holder, amount: number): boolean {
    const free = this.total - this.used - amount;
    if (free < 0) return false;
    if (holder !== null) {
      const own = (this.held.get(holder) ?? 0) + amount;
      if (own > free) return false;
      this.held.set(holder, own);
    }
    this.used += amount;
    return true;
  }

  giveBack(holder: Holder, amount: number): void {
    this.used -= amount;
    if (holder === null) return;
    const own = (this.held.get(holder) ?? 0) - amount;
    if (own > 0) this.held.set(holder, own);
    else this.held.delete(holder);
  }
}

/** What one request or one live client holds of it, as it grows and shrinks. */
export class Held {
  private amount = 0;
  private isOver = false;

  constructor(
    private readonly shares: Shares,
    private readonly holder: Holder,
  ) {}

  /** From now on so much. False, and it stays what it was, when that is too much. */
  resize(amount: number): boolean {
    if (this.isOver) return false;
    const more = amount - this.amount;
    if (more > 0 && !this.shares.take(this.holder, more)) return false;
    if (more < 0) this.shares.giveBack(this.holder, -more);
    this.amount = amount;
    return true;
  }

  grow(by: number): boolean {
    return this.resize(this.amount + by);
  }

  /** Whatever is asked for later, nothing is held any more. */
  release(): void {
    this.resize(0);
    this.isOver = true;
  }
}
