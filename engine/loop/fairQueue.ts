// A queue in which every owner of work has a lane. The first items of the lanes come out in turn, so nobody who has
// one item waits for all the items of somebody else.

interface Lane<Item> {
  readonly name: string;
  readonly items: Item[];
  /** The lane that has its turn after this one. */
  next: Lane<Item> | null;
}

export class FairQueue<Item> {
  /**
   * The lanes by name. No lane is empty. A Map will not do: when its entries come and go, what was removed from it
   * keeps what was added later reachable, and all parts of a request would wait for a collection of the whole heap.
   */
  private readonly lanes = Object.create(null) as Record<string, Lane<Item>>;
  private first: Lane<Item> | null = null;
  private last: Lane<Item> | null = null;

  get isEmpty(): boolean {
    return this.first === null;
  }

  push(name: string, item: Item): void {
    const lane = this.lanes[name];
    if (lane === undefined) this.append((this.lanes[name] = { name, items: [item], next: null }));
    else lane.items.push(item);
  }

  /** Returns null when the queue is empty. */
  next(): Item | null {
    const lane = this.first;
    if (lane === null) return null;
    const item = lane.items.shift();
    this.first = lane.next;
    if (this.first === null) this.last = null;
    lane.next = null;
    // The lane goes to the end, so the others have their turn first.
    if (lane.items.length > 0) this.append(lane);
    else Reflect.deleteProperty(this.lanes, lane.name);
    return item ?? null;
  }

  private append(lane: Lane<Item>): void {
    if (this.last === null) this.first = lane;
    else this.last.next = lane;
    this.last = lane;
  }
}
