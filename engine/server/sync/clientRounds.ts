// Brings one live client up to date. A round runs the queries that are due on one state of the database and sends their
// new results as one transition.
import { randomUUID } from "node:crypto";
import type { ClientRequest } from "../../application/contract";
import type { Services } from "../exchange";
import type { ClientCalls } from "./clientCalls";
import type { ClientConnection } from "./clientConnection";
import type { ClientIdentity } from "./clientIdentity";
import { calledFunction } from "./clientMessages";
import { splitTransition } from "./serverMessages";
import type { Answered, LiveQuery, SyncSession } from "./session";
import { TimeSlice, type RoundScheduler } from "./roundScheduler";

/** How many queries of one client run at the same time, so that a client with thousands does not delay the others. */
const queriesAtOnce = 16;

interface Parts {
  readonly services: Services;
  readonly scheduler: RoundScheduler;
  readonly connection: ClientConnection;
  readonly identity: ClientIdentity;
  readonly session: SyncSession;
  readonly calls: ClientCalls;
  readonly newRequest: () => ClientRequest;
}

export class ClientRounds {
  private readonly services: Services;
  private readonly scheduler: RoundScheduler;
  private readonly connection: ClientConnection;
  private readonly identity: ClientIdentity;
  private readonly session: SyncSession;
  private readonly calls: ClientCalls;
  private readonly newRequest: () => ClientRequest;
  /** Ends the watches of the results that the client was sent, by the number of the query. */
  private readonly watches = new Map<number, () => void>();
  /** A round has been requested or runs. */
  private isRequested = false;

  constructor({ services, scheduler, connection, identity, session, calls, newRequest }: Parts) {
    this.services = services;
    this.scheduler = scheduler;
    this.connection = connection;
    this.identity = identity;
    this.session = session;
    this.calls = calls;
    this.newRequest = newRequest;
  }

  /** Starts rounds until the client has been sent everything that is due. */
  request(): void {
    if (this.isRequested || this.mustWait || !this.session.isDue) return;
    const { outbox } = this.connection;
    if (outbox.isFull) {
      outbox.onceDrained(() => this.request());
      return;
    }
    this.isRequested = true;
    this.scheduler.schedule(this, async () => {
      try {
        await this.run();
      } catch (error) {
        this.connection.fail(error);
      }
      this.isRequested = false;
      this.request();
    });
  }

  unwatch(queryId: number): void {
    this.watches.get(queryId)?.();
    this.watches.delete(queryId);
  }

  unwatchAll(): void {
    for (const cancel of this.watches.values()) cancel();
    this.watches.clear();
  }

  private get mustWait(): boolean {
    return this.connection.isClosed || this.calls.owesAnswer;
  }

  /** Sends one transition. All its results belong to one state of the database. */
  private async run(): Promise<void> {
    if (this.mustWait || this.identity.hasExpired()) return;
    const view = this.services.application.openView();
    const { connection, session } = this;
    const { caller } = this.identity;
    const round = session.beginRound();
    const answers: Answered[] = [];
    const turn = new TimeSlice(this.services.limits.turnMs);
    try {
      for (let at = 0; at < round.due.length && !connection.isClosed; at += queriesAtOnce) {
        const run = async (query: LiveQuery): Promise<Answered> => {
          const request = this.newRequest();
          const { endCursor } = query;
          const result = await view.run({ caller, request, endCursor, ...calledFunction(query) });
          return { query, result, requestId: request.requestId };
        };
        answers.push(...(await Promise.all(round.due.slice(at, at + queriesAtOnce).map(run))));
        if (turn.isOver) await turn.next();
      }
    } finally {
      view.close();
    }
    if (connection.isClosed) return;
    for (const { query, result } of answers) if (session.has(query)) this.watch(query, result);
    this.sendTransition(session.finishRound(round, view.ts, answers));
  }

  private sendTransition(text: string): void {
    const { outbox } = this.connection;
    const { transitionPieceLength } = this.services.limits;
    if (text.length <= transitionPieceLength) outbox.send(text);
    else outbox.send(...splitTransition(text, randomUUID(), transitionPieceLength));
  }

  private watch({ queryId }: LiveQuery, result: Answered["result"]): void {
    this.unwatch(queryId);
    const cancel = result.watch(() => {
      this.watches.delete(queryId);
      this.session.markStale(queryId);
      this.request();
    });
    this.watches.set(queryId, cancel);
  }
}
