// How much of what clients send is read in one turn of the event loop. Node takes up to two megabytes of each socket in
// a turn: two hundred clients that send bodies would keep everybody else waiting for as long as it takes to copy them
// all.
import { afterArrivals, arrivalsComeFirst } from "../loop/arrivals";

export interface Readable {
  pause(): unknown;
  resume(): unknown;
}

/** Copied in some milliseconds. */
const bytesPerTurn = 4 * 1024 * 1024;
/** Each of them has a chunk of 64 kB before it can be stopped again. */
const resumedPerTurn = bytesPerTurn / (64 * 1024);

export class FairReading {
  private readInTurn = 0;
  private isTurnOpen = false;
  private readonly paused = new Set<Readable>();

  /** To be told of each chunk of what has more to come; it may be paused, and goes on by itself. */
  read(source: Readable, bytes: number): void {
    this.readInTurn += bytes;
    this.openTurn();
    if (this.readInTurn < bytesPerTurn && !arrivalsComeFirst()) return;
    source.pause();
    this.paused.add(source);
  }

  /** It has ended, or somebody else decides from now on whether it flows. */
  leave(source: Readable): void {
    this.paused.delete(source);
  }

  private openTurn(): void {
    if (this.isTurnOpen) return;
    this.isTurnOpen = true;
    setImmediate(() => this.endTurn());
  }

  private endTurn(): void {
    if (arrivalsComeFirst()) return afterArrivals(() => this.endTurn());
    this.isTurnOpen = false;
    this.readInTurn = 0;
    let resumed = 0;
    for (const source of this.paused) {
      if (resumed++ === resumedPerTurn) break;
      this.paused.delete(source);
      source.resume();
    }
    if (this.paused.size > 0) this.openTurn();
  }
}
