// A queue in which every owner of work has a lane. The first items of the lanes come out in turn, so nobody who has
// one item waits for all the items of somebody else. An owner whose item took long waits for about as long while others
// have items: without this, somebody with many short items would get through one of them in the time of each long item.
//
// Within a lane, work that has begun goes before new work. Otherwise many large tasks of two items each would all do
// their first one before any of them is done, and hold in memory what it gave them.

interface Lane<Item> {
  readonly name: string;
  readonly begun: Item[];
  readonly fresh: Item[];
  /** How many items in a row were work that had begun. */
  begunInRow: number;
  /** How long the others may work before this lane has its turn. */
  debtMs: number;
  /** The lane that has its turn after this one. */
  next: Lane<Item> | null;
}

/** Shorter items are all alike. */
const shortMs = 1;
/** Then a new one has its turn, so that work which never ends keeps no other from beginning. */
const maxBegunInRow = 3;

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

  /** `hasBegun` says that the item continues a task of which an earlier item is done. */
  push(name: string, item: Item, hasBegun = false): void {
    const known = this.lanes[name];
    const lane = known ?? { name, begun: [], fresh: [], begunInRow: 0, debtMs: 0, next: null };
    (hasBegun ? lane.begun : lane.fresh).push(item);
    if (known === undefined) this.append((this.lanes[name] = lane));
  }

  /** Returns null when the queue is empty. */
  next(): Item | null {
    const lane = this.takeLane();
    if (lane === null) return null;
    const item = takeItem(lane);
    this.taken = lane.name;
    // The lane goes to the end, so the others have their turn first.
    if (lane.begun.length + lane.fresh.length > 0) this.append(lane);
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

function takeItem<Item>(lane: Lane<Item>): Item | undefined {
  const isNewDue = lane.begun.length === 0 || (lane.begunInRow >= maxBegunInRow && lane.fresh.length > 0);
  lane.begunInRow = isNewDue ? 0 : lane.begunInRow + 1;
  return (isNewDue ? lane.fresh : lane.begun).shift();
}
