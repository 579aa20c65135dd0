// A queue in which every owner of work has a lane. The first items of the lanes come out in turn, so nobody who has
// one item waits for all the items of somebody else.

export class Lanes<Item> {
  /** The lanes in the order of their turns. No lane is empty. */
  private readonly lanes = new Map<string, Item[]>();

  get isEmpty(): boolean {
    return this.lanes.size === 0;
  }

  push(lane: string, item: Item): void {
    const items = this.lanes.get(lane);
    if (items === undefined) this.lanes.set(lane, [item]);
    else items.push(item);
  }

  /** Returns null when the queue is empty. */
  next(): Item | null {
    for (const [lane, items] of this.lanes) {
      const item = items.shift();
      this.lanes.delete(lane);
      // The lane goes to the end of the map, so the others have their turn first.
      if (items.length > 0) this.lanes.set(lane, items);
      return item ?? null;
    }
    return null;
  }
}
