// The end of a time that many runs share. They come and go by the thousand, for which neither the listeners of an
// AbortSignal nor a Set will do: both keep what has left reachable from what left before, so that everything a run was
// made of outlives it until the whole heap is collected.

interface Ending {
  abort(): void;
}

export class Deadline {
  readonly #controller = new AbortController();
  readonly #runs: (Ending | null)[] = [];
  readonly #freePlaces: number[] = [];

  get isOver(): boolean {
    return this.signal.aborted;
  }

  /** For what Node does on behalf of a run. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Returns the place to leave. */
  enter(run: Ending): number {
    const place = this.#freePlaces.pop() ?? this.#runs.length;
    this.#runs[place] = run;
    return place;
  }

  leave(place: number): void {
    this.#runs[place] = null;
    this.#freePlaces.push(place);
  }

  end(reason: Error): void {
    this.#controller.abort(reason);
    for (const run of this.#runs) run?.abort();
  }
}
