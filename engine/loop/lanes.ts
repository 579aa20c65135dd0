// A queue in which everybody has a lane of their own: the first of each come out one after another, so that who has one
// thing to do never waits for all that somebody else has put in.

export class Lanes<Item> {
  /** In the order in which they have their turn; none is empty. */
  private readonly lanes = new Map<string, Item[]>();

  get isEmpty(): boolean {
    return this.lanes.size === 0;
  }

  push(lane: string, item: Item): void {
    const items = this.lanes.get(lane);
    if (items === undefined) this.lanes.set(lane, [item]);
    else items.push(item);
  }

  /** Null: there is nothing left. */
  next(): Item | null {
    for (const [lane, items] of this.lanes) {
      const item = items.shift();
      this.lanes.delete(lane);
      // The others come first now.
      if (items.length > 0) this.lanes.set(lane, items);
      return item ?? null;
    }
    return null;
  }
}
