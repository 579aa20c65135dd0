// The state of one client: its versions, its queries, what it has been told, and whether it waits for a transition.
// This class knows neither sockets nor the database, so that its rules can be tested alone.
import type { QueryResult } from "../../application/contract";
import { ProtocolError, type AddQuery, type Connect, type ModifyQuerySet } from "./clientMessages";
import { transitionText, type Sent, type Version } from "./serverMessages";

export interface LiveQuery {
  readonly queryId: number;
  readonly udfPath: string;
  readonly args: AddQuery["args"];
  readonly componentPath: string;
  /** Where the query's page ended the last time. */
  endCursor: string | null;
}

/** A query to which the client is subscribed. */
interface SubscribedQuery {
  readonly query: LiveQuery;
  /** The length of the query's arguments in bytes. */
  readonly bytes: number;
  /** The fingerprint of the result that was sent last. null: none was sent yet. */
  fingerprint: string | null;
}

/** What the next transition must contain, fixed at the moment when its round began. */
export interface Round {
  readonly querySet: number;
  readonly identity: number;
  readonly due: readonly LiveQuery[];
  readonly removed: readonly number[];
}

export interface Answered {
  query: LiveQuery;
  result: QueryResult;
  requestId: string;
}

/** Roughly what a query costs in addition to its arguments. */
const bytesPerQuery = 2_048;

/** How many removals may wait to be told to the client. */
const maxUnsentRemovals = 100_000;

export interface QueryBounds {
  maxQueries: number;
  /** The bytes of the arguments of all queries together. */
  maxArgumentBytes: number;
}

export class SyncSession {
  private id: string | null = null;
  private version: Version = { querySet: 0, identity: 0, ts: 0n };
  private wantedQuerySet = 0;
  private wantedIdentity = 0;
  private owesTransition = false;
  private readonly queries = new Map<number, SubscribedQuery>();
  /** Queries for which the client may not have the latest result. */
  private readonly due = new Set<number>();
  private removed: number[] = [];

  /** The bytes of the arguments of all queries. */
  argumentBytes = 0;

  /** The memory that the queries cost, including their watches and the results last sent. */
  get memoryBytes(): number {
    return this.argumentBytes + this.queries.size * bytesPerQuery;
  }

  get size(): number {
    return this.queries.size;
  }

  /** `bounds` returns the bounds for the client's current identity. */
  constructor(private readonly bounds: () => QueryBounds) {}

  /** The id of the client across all of its connections. Throws before the client has sent it. */
  get sessionId(): string {
    if (this.id === null) throw new ProtocolError("The first message must be Connect.");
    return this.id;
  }

  checkConnected(): void {
    void this.sessionId;
  }

  get identityVersion(): number {
    return this.wantedIdentity;
  }

  connect({ sessionId }: Connect): void {
    if (this.id !== null) throw new ProtocolError("A client may send Connect only once.");
    this.id = sessionId;
  }

  /** Returns the queries that were removed. */
  modify({ baseVersion, newVersion, modifications }: ModifyQuerySet): number[] {
    this.checkConnected();
    if (baseVersion !== this.wantedQuerySet || newVersion <= baseVersion) {
      throw new ProtocolError(
        `The query set has version ${this.wantedQuerySet}: it cannot go from ${baseVersion} to ${newVersion}.`,
      );
    }
    this.wantedQuerySet = newVersion;
    const removed: number[] = [];
    for (const modification of modifications) {
      if (modification.type === "Add") this.add(modification);
      else removed.push(this.remove(modification.queryId));
    }
    return removed;
  }

  /** Checks the version of a new identity. Must be called before the identity itself is verified. */
  checkIdentityVersion(baseVersion: number): void {
    this.checkConnected();
    if (baseVersion === this.wantedIdentity) return;
    throw new ProtocolError(`The identity has version ${this.wantedIdentity}, not ${baseVersion}.`);
  }

  /** Makes every query due, because it may return another result for another identity. */
  identityChanged(): void {
    this.wantedIdentity++;
    for (const queryId of this.queries.keys()) this.due.add(queryId);
  }

  /**
   * The client knows the timestamp of a commit. It acts on that with its next transition, so it needs one even if
   * nothing else changes.
   */
  oweTransition(): void {
    this.owesTransition = true;
  }

  markStale(queryId: number): void {
    if (this.queries.has(queryId)) this.due.add(queryId);
  }

  has(query: LiveQuery): boolean {
    return this.queries.get(query.queryId)?.query === query;
  }

  /** Returns whether a transition must be sent. */
  get isDue(): boolean {
    const { version, due } = this;
    return (
      due.size > 0 ||
      version.querySet !== this.wantedQuerySet ||
      version.identity !== this.wantedIdentity ||
      this.owesTransition
    );
  }

  beginRound(): Round {
    const due = [...this.due].flatMap((queryId) => this.queries.get(queryId)?.query ?? []);
    this.due.clear();
    this.owesTransition = false;
    const { removed } = this;
    this.removed = [];
    return { querySet: this.wantedQuerySet, identity: this.wantedIdentity, due, removed };
  }

  /** Returns the transition to `ts`, with the results that the client does not have yet. */
  finishRound(round: Round, ts: bigint, answers: readonly Answered[]): string {
    const start = this.version;
    const end = { querySet: round.querySet, identity: round.identity, ts };
    const updated: Sent[] = [];
    for (const { query, result, requestId } of answers) {
      const subscribed = this.queries.get(query.queryId);
      if (subscribed === undefined || subscribed.query !== query) continue;
      if (result.endCursor !== null) query.endCursor = result.endCursor;
      if (subscribed.fingerprint === result.fingerprint) continue;
      subscribed.fingerprint = result.fingerprint;
      updated.push({ queryId: query.queryId, result, endCursor: query.endCursor, requestId });
    }
    this.version = end;
    return transitionText(start, end, updated, round.removed);
  }

  private add({ queryId, udfPath, args, componentPath, journal }: AddQuery): void {
    const { maxQueries, maxArgumentBytes } = this.bounds();
    if (this.queries.has(queryId)) throw new ProtocolError(`Query ${queryId} has been added already.`);
    if (this.queries.size >= maxQueries) {
      throw new ProtocolError(`A client may have at most ${maxQueries} queries.`);
    }
    const bytes = JSON.stringify(args).length + udfPath.length + (journal?.length ?? 0);
    if (this.argumentBytes + bytes > maxArgumentBytes) {
      throw new ProtocolError(
        `The arguments of a client's queries may have at most ${maxArgumentBytes} bytes in total.`,
      );
    }
    this.argumentBytes += bytes;
    const query = { queryId, udfPath, args, componentPath, endCursor: journal };
    this.queries.set(queryId, { query, bytes, fingerprint: null });
    this.due.add(queryId);
  }

  private remove(queryId: number): number {
    const subscribed = this.queries.get(queryId);
    if (subscribed === undefined) throw new ProtocolError(`There is no query ${queryId}.`);
    this.queries.delete(queryId);
    this.argumentBytes -= subscribed.bytes;
    this.due.delete(queryId);
    if (this.removed.length >= maxUnsentRemovals) throw new ProtocolError("The client does not read what it is sent.");
    this.removed.push(queryId);
    return queryId;
  }
}
