// A scarce thing that clients share: connections, bytes in memory, running requests. One rule holds for all of them:
// nobody may hold more than what is still free. One client alone gets half, two get a third each. However many clients
// hold all they may, a newcomer still finds as much as each of them has. So nobody has to choose a number that is too
// small for a large client on a quiet machine and too large for a busy one.

/** The client that holds a share. null means no client in particular, so that only the total is a bound. */
export type Holder = string | null;

export class SharedCapacity {
  private used = 0;
  private readonly held = new Map<string, number>();

  constructor(private readonly total: number) {}

  /** Returns false and takes nothing if the holder's share would become too large. */
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

  release(holder: Holder, amount: number): void {
    this.used -= amount;
    if (holder === null) return;
    const own = (this.held.get(holder) ?? 0) - amount;
    if (own > 0) this.held.set(holder, own);
    else this.held.delete(holder);
  }
}

/** The amount that one request or one live client holds, which grows and shrinks. */
export class Allocation {
  private amount = 0;
  private isOver = false;

  constructor(
    private readonly shares: SharedCapacity,
    private readonly holder: Holder,
  ) {}

  /** Sets the amount. Returns false and changes nothing if that is more than the holder may have. */
  resize(amount: number): boolean {
    if (this.isOver) return false;
    const more = amount - this.amount;
    if (more > 0 && !this.shares.take(this.holder, more)) return false;
    if (more < 0) this.shares.release(this.holder, -more);
    this.amount = amount;
    return true;
  }

  grow(by: number): boolean {
    return this.resize(this.amount + by);
  }

  /** Releases everything for good. Later calls of `resize` take nothing. */
  release(): void {
    this.resize(0);
    this.isOver = true;
  }
}
