// Bounds how many bytes from clients are read in one turn of the event loop. Node reads up to two megabytes from each
// socket in a turn. Without the bound, two hundred clients that send bodies would make all others wait until everything
// is copied.
import { afterConnections, haveConnectionsPriority } from "../loop/connectionPriority";

export interface PausableSource {
  pause(): unknown;
  resume(): unknown;
}

/** How many bytes are read in one turn of the event loop. Copying them takes some milliseconds. */
const bytesPerTurn = 4 * 1024 * 1024;
/** Each resumed source delivers a chunk of 64 kB before it can be paused again. */
const resumedPerTurn = bytesPerTurn / (64 * 1024);

export class ReadThrottle {
  private readInTurn = 0;
  private isTurnOpen = false;
  private readonly paused = new Set<PausableSource>();

  /** Must be called for each chunk of a source that has more to send. It may pause the source, and later resumes it. */
  read(source: PausableSource, bytes: number): void {
    this.readInTurn += bytes;
    this.openTurn();
    if (this.readInTurn < bytesPerTurn && !haveConnectionsPriority()) return;
    source.pause();
    this.paused.add(source);
  }

  /** Called when the source has ended, or when other code now decides whether it flows. */
  forget(source: PausableSource): void {
    this.paused.delete(source);
  }

  private openTurn(): void {
    if (this.isTurnOpen) return;
    this.isTurnOpen = true;
    setImmediate(() => this.endTurn());
  }

  private endTurn(): void {
    if (haveConnectionsPriority()) return afterConnections(() => this.endTurn());
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
