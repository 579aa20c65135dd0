// A queue in which every owner of work has a lane. The first items of the lanes come out in turn, so nobody who has
// one item waits for all the items of somebody else. An owner whose item took long waits for about as long while others
// have items: without this, somebody with many short items would get through one of them in the time of each long item.

interface Lane<Item> {
  readonly name: string;
  readonly items: Item[];
  /** How long the others may work before this lane has its turn. */
  debtMs: number;
  /** The lane that has its turn after this one. */
  next: Lane<Item> | null;
}

/** Shorter items are all alike. */
const shortMs = 1;

export class FairQueue<Item> {
  /**
   * The lanes by name. No lane is empty. A Map will not do: when its entries come and go, what was removed from it
   * keeps what was added later reachable, and all parts of a request would wait for a collection of the whole heap.
   */
  private readonly lanes = Object.create(null) as Record<string, Lane<Item>>;
  private first: Lane<Item> | null = null;
  private last: Lane<Item> | null = null;
  /** The lane of the item that came out last. */
  private taken = "";

  get isEmpty(): boolean {
    return this.first === null;
  }

  push(name: string, item: Item): void {
    const lane = this.lanes[name];
    if (lane === undefined) this.append((this.lanes[name] = { name, items: [item], debtMs: 0, next: null }));
    else lane.items.push(item);
  }

  /** Returns null when the queue is empty. */
  next(): Item | null {
    const lane = this.takeLane();
    if (lane === null) return null;
    const item = lane.items.shift();
    this.taken = lane.name;
    // The lane goes to the end, so the others have their turn first.
    if (lane.items.length > 0) this.append(lane);
    else Reflect.deleteProperty(this.lanes, lane.name);
    return item ?? null;
  }

  /** Says how long the item took that came out last. */
  took(ms: number): void {
    if (ms <= shortMs) return;
    const lane = this.lanes[this.taken];
    if (lane !== undefined) lane.debtMs += ms;
  }

  /** Removes the first lane that owes nothing. A lane that is alone owes nobody anything. */
  private takeLane(): Lane<Item> | null {
    for (let lane = this.first; lane !== null; lane = this.first) {
      this.first = lane.next;
      if (this.first === null) {
        this.last = null;
        lane.debtMs = 0;
      }
      lane.next = null;
      if (lane.debtMs <= 0) return lane;
      lane.debtMs -= shortMs;
      this.append(lane);
    }
    return null;
  }

  private append(lane: Lane<Item>): void {
    if (this.last === null) this.first = lane;
    else this.last.next = lane;
    this.last = lane;
  }
}
