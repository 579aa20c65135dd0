// Commit timestamps and creation times: both only ever grow, over restarts and over a system clock that is set back.
import type { Connection, Statement } from "../persistence/connection";

export class Clock {
  /** Nanoseconds since 1970 of the last commit. */
  lastTs: bigint;
  private lastCreationTime: number;
  private readonly save: Statement<never>;

  constructor(
    connection: Connection,
    private readonly now: () => number,
  ) {
    const saved = connection.prepare<[string]>("SELECT value FROM meta WHERE key = 'last_ts'").get()?.[0];
    this.lastTs = BigInt(saved ?? "0");
    this.lastCreationTime = Number(this.lastTs / 1_000_000n);
    this.save = connection.prepare("INSERT OR REPLACE INTO meta VALUES ('last_ts', ?)");
  }

  /** Epoch milliseconds at which a mutation begins: its clock, and where its creation times go on from. */
  startOfMutation(): { now: number; creationTime: number } {
    const now = this.now();
    return { now, creationTime: Math.max(now, this.lastCreationTime) };
  }

  /** The timestamp of a commit that made documents up to that creation time. */
  commit(creationTime: number): bigint {
    this.lastCreationTime = Math.max(this.lastCreationTime, creationTime);
    const reached = BigInt(Math.ceil(Math.max(this.now(), this.lastCreationTime))) * 1_000_000n;
    this.lastTs = reached > this.lastTs ? reached : this.lastTs + 1n;
    return this.lastTs;
  }

  /** Part of the batch's transaction. */
  persist(): void {
    this.save.run(String(this.lastTs));
  }
}
