// The clock for commit timestamps and creation times. Both always increase, also after a restart and when somebody
// sets the system clock back.
import type { StatementSource } from "../persistence/batchBuffer";
import type { Connection } from "../persistence/connection";

export class Clock {
  /** The timestamp of the last commit, in nanoseconds since 1970. */
  lastTs: bigint;
  private lastCreationTime: number;

  constructor(
    connection: Connection,
    private readonly now: () => number,
  ) {
    const saved = connection.prepare<[string]>("SELECT value FROM meta WHERE key = 'last_ts'").get()?.[0];
    this.lastTs = BigInt(saved ?? "0");
    this.lastCreationTime = Number(this.lastTs / 1_000_000n);
  }

  /**
   * Returns the times for a mutation that begins, in epoch milliseconds. `now` is the mutation's clock, and its
   * documents get creation times after `creationTime`.
   */
  startOfMutation(): { now: number; creationTime: number } {
    const now = this.now();
    return { now, creationTime: Math.max(now, this.lastCreationTime) };
  }

  /** Returns the timestamp of a commit. `creationTime` is the latest creation time of the documents in it. */
  commit(creationTime: number): bigint {
    this.lastCreationTime = Math.max(this.lastCreationTime, creationTime);
    const reached = BigInt(Math.ceil(Math.max(this.now(), this.lastCreationTime))) * 1_000_000n;
    this.lastTs = reached > this.lastTs ? reached : this.lastTs + 1n;
    return this.lastTs;
  }

  /** Returns a function that stores the last timestamp, as part of a batch. */
  timeWriter(batch: StatementSource): () => void {
    const statement = batch.prepare("INSERT OR REPLACE INTO meta VALUES ('last_ts', ?)");
    return () => statement.run(String(this.lastTs));
  }
}
