// Decides whose bytes are read when. Node hands over up to two megabytes of a socket in one turn of the event loop, and
// a kilobyte can hold two hundred chunks of a body, or messages of a live client. These cost a hundred times as much as
// plain bytes. So what counts is time: reading gets a few milliseconds of each turn, and those who have used most of it
// come last. Everybody else is served in every turn, whatever anybody sends.
import { performance } from "node:perf_hooks";
import { afterConnections, haveConnectionsPriority } from "../loop/connectionPriority";
import { ReadGarbage } from "./readGarbage";

export interface Reader {
  /** How much it has used of the time, from 0, which is no more than anybody may, to `maxCostLevel`. */
  readonly costLevel: number;
  /** Handles one portion of what has arrived. Returns false if nothing is left that may be handled now. */
  readPortion(): boolean;
}

export const maxCostLevel = 4;
/** How long reading may take in a turn. */
const maxTurnMs = 8;
/** What those above level 0 may use of a turn in addition. */
const maxCostlyMs = 4;

export class ReadingTurns {
  readonly garbage = new ReadGarbage();
  private usedMs = 0;
  private isTurnOpen = false;
  /** Those that have more to read, by level. Of one level, the one that has waited longest comes first. */
  private readonly waiting = Array.from({ length: maxCostLevel + 1 }, () => new Set<Reader>());

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Reads at once as much as this turn allows, and the rest in later turns. */
  read(reader: Reader): void {
    this.openTurn();
    let hasMore = true;
    while (hasMore && this.mayRead(reader)) hasMore = this.readPortion(reader);
    if (hasMore) this.wait(reader);
  }

  readLater(reader: Reader): void {
    this.openTurn();
    this.wait(reader);
  }

  forget(reader: Reader): void {
    for (const level of this.waiting) level.delete(reader);
  }

  /** Those above level 0 only read after all others, which is at the end of a turn. */
  private mayRead({ costLevel }: Reader): boolean {
    return costLevel === 0 && this.usedMs < maxTurnMs && !haveConnectionsPriority();
  }

  private readPortion(reader: Reader): boolean {
    const begunAt = this.now();
    const hasMore = reader.readPortion();
    this.usedMs += this.now() - begunAt;
    return hasMore;
  }

  /** One that waits already keeps its place. */
  private wait(reader: Reader): void {
    if (!this.waiting.some((level) => level.has(reader))) this.waiting[reader.costLevel]?.add(reader);
  }

  private openTurn(): void {
    if (this.isTurnOpen) return;
    this.isTurnOpen = true;
    setImmediate(() => this.endTurn());
  }

  private endTurn(): void {
    if (haveConnectionsPriority()) return afterConnections(() => this.endTurn());
    this.isTurnOpen = false;
    this.usedMs = 0;
    const [ordinary = new Set(), ...costly] = this.waiting;
    this.readSome(ordinary, maxTurnMs);
    const untilMs = this.usedMs + maxCostlyMs;
    for (const readers of costly) this.readSome(readers, untilMs);
    if (this.waiting.some(({ size }) => size > 0)) this.openTurn();
  }

  private readSome(readers: Set<Reader>, untilMs: number): void {
    for (const reader of readers) {
      if (this.usedMs >= untilMs) return;
      readers.delete(reader);
      if (this.readPortion(reader)) this.wait(reader);
    }
  }
}
