// What one client has asked for and what it has been told: versions, queries, the timestamp it waits for. Knows neither
// sockets nor the database, so that its rules can be tested alone.
import type { QueryResult } from "../../application/contract";
import { ProtocolError, type AddQuery, type Connect, type ModifyQuerySet } from "./clientMessages";
import { transitionText, type Sent, type Version } from "./serverMessages";

export interface LiveQuery {
  readonly queryId: number;
  readonly udfPath: string;
  readonly args: AddQuery["args"];
  readonly componentPath: string;
  /** Where its page ended the last time. */
  endCursor: string | null;
}

/** What the client has on its side of a query. */
interface Held {
  readonly query: LiveQuery;
  /** Of what the client sent of it. */
  readonly bytes: number;
  /** Of the result it was sent last; null: none yet. */
  fingerprint: string | null;
}

/** What the next transition has to bring, as of the moment it began. */
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

/** Besides its arguments, in round figures. */
const bytesPerQuery = 2_048;

/** Removals that the client has not been told of. */
const maxRemovedAhead = 100_000;

export interface QueryBounds {
  maxQueries: number;
  /** Bytes of the arguments of all of them. */
  maxArgumentBytes: number;
}

export class SyncSession {
  private id: string | null = null;
  private version: Version = { querySet: 0, identity: 0, ts: 0n };
  private wantedQuerySet = 0;
  private wantedIdentity = 0;
  private owesTransition = false;
  private readonly queries = new Map<number, Held>();
  /** Queries whose results the client may not have. */
  private readonly due = new Set<number>();
  private removed: number[] = [];

  /** Bytes of the arguments of all queries. */
  argumentBytes = 0;

  /** What the queries cost, their watches and what they were last told included. */
  get heldBytes(): number {
    return this.argumentBytes + this.queries.size * bytesPerQuery;
  }

  /** `bounds`: as they are for whom the client has become. */
  constructor(private readonly bounds: () => QueryBounds) {}

  /** Of the client over all of its connections. Throws before it has said it. */
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
    if (this.id !== null) throw new ProtocolError("A connection begins only once.");
    this.id = sessionId;
  }

  /** Returns the queries that are no more. */
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

  /** Before it is known whether the client is who it says. */
  checkIdentityVersion(baseVersion: number): void {
    this.checkConnected();
    if (baseVersion === this.wantedIdentity) return;
    throw new ProtocolError(`The identity has version ${this.wantedIdentity}, not ${baseVersion}.`);
  }

  /** Whoever the client is from now on, its queries may come to something else. */
  identityChanged(): void {
    this.wantedIdentity++;
    for (const queryId of this.queries.keys()) this.due.add(queryId);
  }

  /**
   * The client was told of a commit; what it makes of that it decides with the next transition, whatever that brings.
   */
  oweTransition(): void {
    this.owesTransition = true;
  }

  stale(queryId: number): void {
    if (this.queries.has(queryId)) this.due.add(queryId);
  }

  has(query: LiveQuery): boolean {
    return this.queries.get(query.queryId)?.query === query;
  }

  /** Is there something to tell the client? */
  get isDue(): boolean {
    const { version, due } = this;
    return (
      due.size > 0 ||
      version.querySet !== this.wantedQuerySet ||
      version.identity !== this.wantedIdentity ||
      this.owesTransition
    );
  }

  begin(): Round {
    const due = [...this.due].flatMap((queryId) => this.queries.get(queryId)?.query ?? []);
    this.due.clear();
    this.owesTransition = false;
    const { removed } = this;
    this.removed = [];
    return { querySet: this.wantedQuerySet, identity: this.wantedIdentity, due, removed };
  }

  /** The transition to `ts`, with those results that the client does not have yet. */
  finish(round: Round, ts: bigint, answers: readonly Answered[]): string {
    const start = this.version;
    const end = { querySet: round.querySet, identity: round.identity, ts };
    const updated: Sent[] = [];
    for (const { query, result, requestId } of answers) {
      const held = this.queries.get(query.queryId);
      if (held === undefined || held.query !== query) continue;
      if (result.endCursor !== null) query.endCursor = result.endCursor;
      if (held.fingerprint === result.fingerprint) continue;
      held.fingerprint = result.fingerprint;
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
      throw new ProtocolError(`The arguments of a client's queries may take ${maxArgumentBytes} bytes.`);
    }
    this.argumentBytes += bytes;
    const query = { queryId, udfPath, args, componentPath, endCursor: journal };
    this.queries.set(queryId, { query, bytes, fingerprint: null });
    this.due.add(queryId);
  }

  private remove(queryId: number): number {
    const held = this.queries.get(queryId);
    if (held === undefined) throw new ProtocolError(`There is no query ${queryId}.`);
    this.queries.delete(queryId);
    this.argumentBytes -= held.bytes;
    this.due.delete(queryId);
    if (this.removed.length >= maxRemovedAhead) throw new ProtocolError("The client does not read what it is sent.");
    this.removed.push(queryId);
    return queryId;
  }
}
