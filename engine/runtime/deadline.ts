// A deadline that many runs share. Thousands of runs begin and end under one deadline. Neither the listeners of an
// AbortSignal nor a Set will do for that: in both, an entry that was removed keeps earlier removed entries reachable.
// Then everything that a run was made of would stay in memory until the whole heap is collected.

interface Ending {
  abort(): void;
}

export class Deadline {
  readonly #controller = new AbortController();
  readonly #runs: (Ending | null)[] = [];
  readonly #freeSlots: number[] = [];

  get isOver(): boolean {
    return this.signal.aborted;
  }

  /** A signal for operations of Node that work on behalf of a run and must end at the deadline. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Adds a run that must end at the deadline. Returns its slot, which `leave` needs. */
  enter(run: Ending): number {
    const slot = this.#freeSlots.pop() ?? this.#runs.length;
    this.#runs[slot] = run;
    return slot;
  }

  leave(slot: number): void {
    this.#runs[slot] = null;
    this.#freeSlots.push(slot);
  }

  end(reason: Error): void {
    this.#controller.abort(reason);
    for (const run of this.#runs) run?.abort();
  }
}
