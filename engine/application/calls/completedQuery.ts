// A query that has run: its result, and whether that result is still valid. The cache, single requests and all
// subscribers that ask the same share one result.
import { hash } from "node:crypto";
import type { Database } from "../../database/database";
import type { ReadSet } from "../../database/readSet";
import type { QueryTransaction } from "../../database/transaction";
import type { Watch } from "../../database/watches";
import type { LogLine } from "../../runtime/contract";
import type { FunctionError } from "../../value/functionError";
import type { QueryResult } from "../contract";
import { clientLine } from "../log/functionLog";

export type QueryEnd = { kind: "success"; text: string } | { kind: "error"; error: FunctionError };

export class CompletedQuery implements QueryResult {
  readonly readsCaller: boolean;
  readonly isNondeterministic: boolean;
  readonly logLines: readonly string[];
  readonly freshness: Freshness;
  private hash: string | null = null;

  /** `generation` is the generation of the watches when the query began. */
  constructor(
    database: Database,
    generation: number,
    transaction: QueryTransaction,
    ts: bigint,
    private readonly end: QueryEnd,
    lines: readonly LogLine[],
    readonly endCursor: string | null,
  ) {
    this.readsCaller = transaction.readsCaller;
    this.isNondeterministic = transaction.isNondeterministic;
    this.logLines = lines.map(clientLine);
    transaction.reads.copyKeys();
    this.freshness = new Freshness(database, generation, transaction.reads, ts);
  }

  get outcome(): QueryResult["outcome"] {
    if (this.end.kind === "success") return { kind: "success", value: this.end.text };
    const { message, data } = this.end.error;
    return { kind: "error", message, data };
  }

  get fingerprint(): string {
    this.hash ??= hash("sha1", JSON.stringify([this.outcome, this.logLines, this.endCursor]), "base64");
    return this.hash;
  }

  /** Returns the result, or throws what the function threw. */
  value(): string {
    if (this.end.kind === "error") throw this.end.error;
    return this.end.text;
  }

  /** null means that the query failed, perhaps only for lack of time. */
  get text(): string | null {
    return this.end.kind === "success" ? this.end.text : null;
  }

  watch(onStale: () => void): () => void {
    return this.freshness.watch(onStale);
  }
}

/**
 * Says whether a result is still up to date. It is an object of its own: a subscriber that has received a result holds
 * only this object, so the memory of the result itself can be freed.
 */
class Freshness {
  private isStale = false;
  private watching: Watch | null = null;
  private readonly listeners = new Set<() => void>();
  private validAt: bigint;

  constructor(
    private readonly database: Database,
    private readonly generation: number,
    readonly reads: ReadSet,
    private readonly ranAt: bigint,
  ) {
    this.validAt = ranAt;
  }

  /** Returns true if nothing that the query read was written, neither between its run and `ts` nor since. */
  isValidAt(ts: bigint): boolean {
    return this.isValidNow() && (this.ranAt <= ts || !this.database.writeLog.changedSince(ts, this.reads));
  }

  isValidNow(): boolean {
    const { committedTs, writeLog, watches } = this.database;
    if (this.isStale || this.generation !== watches.generation) return false;
    if (this.watching !== null || this.validAt === committedTs) return true;
    this.isStale = writeLog.changedSince(this.validAt, this.reads);
    this.validAt = committedTs;
    return !this.isStale;
  }

  /** Calls `onStale` at once if the result is already stale. */
  watch(onStale: () => void): () => void {
    if (!this.isValidNow()) {
      onStale();
      return noop;
    }
    this.listeners.add(onStale);
    this.watching ??= this.database.watches.watch(this.reads, this.validAt, () => this.end());
    return () => this.unwatch(onStale);
  }

  private end(): void {
    this.isStale = true;
    this.watching = null;
    const listeners = [...this.listeners];
    this.listeners.clear();
    for (const onStale of listeners) onStale();
  }

  private unwatch(onStale: () => void): void {
    if (!this.listeners.delete(onStale) || this.listeners.size > 0) return;
    this.watching?.cancel();
    this.watching = null;
    this.validAt = this.database.committedTs;
  }
}

function noop(): void {}
