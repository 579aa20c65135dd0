// One client of the socket: its messages one after another, its mutations one at a time, its transitions when something
// it has asked for is due.
import { randomUUID } from "node:crypto";
import type { WebSocket } from "ws";
import {
  RequestError,
  type Caller,
  type ClientRequest,
  type FailedCall,
  type FunctionCall,
} from "../../application/contract";
import { newRequestId, type Services } from "../exchange";
import {
  ProtocolError,
  readClientMessage,
  type Authenticate,
  type ClientMessage,
  type Connect,
  type FunctionRequest,
} from "./clientMessages";
import { Outbox } from "./outbox";
import { actionText, authErrorText, fatalErrorText, mutationText, piecesOf, pingText } from "./serverMessages";
import { Held, type Holder } from "../shares";
import { SyncSession, type Answered, type LiveQuery, type QueryBounds } from "./session";
import { Turn, type Turns } from "./turns";

interface Received<Message> {
  message: Message;
  /** Bytes of the text in which it came. */
  length: number;
}

/** As whom it was asked for: the client may have become somebody else by its turn. */
interface Mutation extends Received<FunctionRequest> {
  caller: Caller;
}

/** From a client that has been told to go. */
const leaveBytes = 64 * 1024;

/** Queries of one client that run side by side, so that a client of thousands does not hold up the others. */
const slice = 16;

const policyViolation = 1008;
const messageTooBig = 1009;
const internalError = 1011;
const tryAgainLater = 1013;

export class SyncClient {
  readonly outbox: Outbox;
  private lastHeardAt = Date.now();
  private readonly session: SyncSession;
  private caller: Caller = { kind: "anonymous" };
  private readonly watches = new Map<number, () => void>();
  /** Texts that are read when it is their turn: how much a client may say depends on who it has become by then. */
  private readonly inbox: Buffer[] = [];
  private isReading = false;
  private readonly mutations: Mutation[] = [];
  /** Messages that are not done with, and how long they are together. */
  private open = 0;
  private openLength = 0;
  private isMutating = false;
  /**
   * False from a mutation's commit to its answer: a client must not see what it did before it knows that it is done.
   */
  private mayShowMutations = true;
  /** A round has been asked for, or runs. */
  private isAwake = false;
  private isClosed = false;
  /** Everything that the client makes the server keep. */
  private readonly held: Held;
  /** Bytes of a message that has not come whole. */
  private arrivingBytes = 0;

  constructor(
    private readonly socket: WebSocket,
    private readonly services: Services,
    private readonly turns: Turns,
    private readonly origin: Omit<ClientRequest, "requestId">,
    holder: Holder,
  ) {
    const { limits, bounds } = services;
    this.held = new Held(bounds.bytes, holder);
    this.session = new SyncSession(() => this.queryBounds());
    const account = () => this.isClosed || this.holds();
    this.outbox = new Outbox(socket, limits.maxBacklogBytes, () => this.drop(), account);
  }

  /** Some of a message has come. What of it has come together with the end of another is not counted. */
  arriving(bytes: number): void {
    const before = this.arrivingBytes;
    this.arrivingBytes += bytes;
    if (this.isClosed) {
      // Taking leave is short.
      if (this.arrivingBytes > leaveBytes) this.socket.terminate();
      return;
    }
    const { maxStrangerBytes } = this.services.limits;
    // Whoever is about to say who it is has sent that before, and it is being read. What has just come may begin with
    // it.
    const isStranger = this.caller.kind === "anonymous" && !this.isReading;
    if (isStranger && before > maxStrangerBytes) this.refuseLength();
    else this.checkHeld();
  }

  receive(text: Buffer): void {
    this.heard();
    this.arrivingBytes = 0;
    if (this.isClosed) return;
    this.inbox.push(text);
    this.open++;
    this.openLength += text.length;
    if (!this.checkHeld()) return;
    if (!this.isReading) void this.readInbox();
    this.regulate();
  }

  private refuseLength(): void {
    const reason = "The message is too long for a client that has not signed in.";
    // Convex's clients would come back and send it again.
    this.outbox.send(fatalErrorText(reason));
    this.closeUnheard(messageTooBig, reason);
  }

  /** What it goes on sending is not even received. */
  private closeUnheard(code: number, reason: string): void {
    this.close(code, reason);
    this.socket.pause();
    setTimeout(() => this.socket.terminate(), this.services.limits.lingerMs).unref();
  }

  /** False: it is too much, and the connection has ended. Another time there may be room. */
  private checkHeld(): boolean {
    if (this.holds()) return true;
    this.closeUnheard(tryAgainLater, "TooManyBytes");
    return false;
  }

  private holds(): boolean {
    const { arrivingBytes, openLength, session, outbox } = this;
    return this.held.resize(arrivingBytes + openLength + session.heldBytes + outbox.owedBytes);
  }

  heard(): void {
    this.lastHeardAt = Date.now();
  }

  /** One that is not read from cannot be heard. */
  silentMs(now: number): number {
    return this.socket.isPaused ? 0 : now - this.lastHeardAt;
  }

  ping(): void {
    this.outbox.send(pingText);
  }

  /** Ends the connection in words. */
  close(code: number, reason: string): void {
    this.end();
    this.socket.close(code, reason);
  }

  /** Ends the connection at once: the client would not read words either. */
  drop(): void {
    this.end();
    this.socket.terminate();
  }

  /** The connection has ended. The mutation that runs is still done; those behind it the client sends again. */
  end(): void {
    this.isClosed = true;
    for (const cancel of this.watches.values()) cancel();
    this.watches.clear();
    this.inbox.length = 0;
    this.mutations.length = 0;
    // Until the connection has really ended, what was sent and not taken is still there.
    if (this.socket.readyState === this.socket.CLOSED) this.held.release();
  }

  /** Each message is dealt with before the next, since what it means may depend on who the client has become. */
  private async readInbox(): Promise<void> {
    this.isReading = true;
    const turn = new Turn(this.services.limits.turnMs);
    try {
      for (let next = this.inbox.shift(); next !== undefined; next = this.inbox.shift()) {
        await this.read(next);
        if (turn.isOver) await turn.next();
      }
    } catch (error) {
      this.fail(error);
    }
    this.isReading = false;
  }

  private async read(text: Buffer): Promise<void> {
    const { maxStrangerBytes } = this.services.limits;
    if (this.caller.kind === "anonymous" && text.length > maxStrangerBytes) this.refuseLength();
    else await this.handle({ message: readClientMessage(text), length: text.length });
  }

  private async handle({ message, length }: Received<ClientMessage>): Promise<void> {
    switch (message.type) {
      case "Mutation":
        this.enqueue({ message, length });
        return;
      case "Action":
        this.begin({ message, length });
        return;
      case "Connect":
        this.connect(message);
        break;
      case "ModifyQuerySet":
        for (const queryId of this.session.modify(message)) this.unwatch(queryId);
        this.wake();
        break;
      case "Authenticate":
        await this.authenticate(message);
        break;
      case "Event":
        break;
    }
    this.done(length);
  }

  private queryBounds(): QueryBounds {
    const { limits } = this.services;
    return this.caller.kind === "anonymous"
      ? { maxQueries: limits.maxQueriesPerStranger, maxArgumentBytes: limits.maxStrangerBytes }
      : { maxQueries: limits.maxQueriesPerClient, maxArgumentBytes: limits.maxArgumentBytesPerClient };
  }

  private connect(message: Connect): void {
    this.session.connect(message);
    if (message.maxObservedTs > this.services.application.committedTs()) {
      this.close(internalError, "InternalServerError: the client has seen a later state than this deployment has.");
    }
  }

  private async authenticate({ baseVersion, authorization }: Authenticate): Promise<void> {
    this.session.checkIdentityVersion(baseVersion);
    try {
      this.caller = await this.services.application.authenticate(authorization ?? undefined);
    } catch (error) {
      // A client gives a refused token up; while nothing can be said of it, the client shall come again with it.
      if (!(error instanceof RequestError) || error.status !== 401) throw error;
      this.refuseIdentity(error.message, baseVersion, true);
      return;
    }
    this.session.identityChanged();
    this.wake();
  }

  /** A token that was good when the client brought it need not be so any more; a client is told when it next counts. */
  private hasExpired(): boolean {
    const { caller } = this;
    if (caller.kind !== "user" || caller.expiresAtMs > Date.now()) return false;
    this.refuseIdentity("The token has expired.", this.session.identityVersion, false);
    return true;
  }

  private refuseIdentity(error: string, baseVersion: number, authUpdateAttempted: boolean): void {
    this.outbox.send(authErrorText(error, baseVersion, authUpdateAttempted));
    this.close(policyViolation, "AuthError");
  }

  private enqueue(mutation: Received<FunctionRequest>): void {
    this.session.checkConnected();
    if (this.hasExpired()) return;
    this.mutations.push({ ...mutation, caller: this.caller });
    if (!this.isMutating) void this.mutateAll();
  }

  private async mutateAll(): Promise<void> {
    this.isMutating = true;
    for (let next = this.mutations.shift(); next !== undefined; next = this.mutations.shift()) await this.mutate(next);
    this.isMutating = false;
  }

  private async mutate(mutation: Mutation): Promise<void> {
    const { application } = this.services;
    const { sessionId } = this.session;
    const { message, caller } = mutation;
    await this.answer(mutation, async (request) => {
      const call = { ...calledIn(message), caller, request, sessionId, requestNumber: message.requestId };
      const result = await application.mutate({ ...call, onCommit: () => (this.mayShowMutations = false) });
      this.outbox.send(mutationText(message.requestId, result, request.requestId));
      if (result.kind === "success") this.session.oweTransition();
    });
    this.mayShowMutations = true;
    this.wake();
  }

  private begin(action: Received<FunctionRequest>): void {
    this.session.checkConnected();
    if (!this.hasExpired()) void this.act(action);
  }

  private async act(action: Received<FunctionRequest>): Promise<void> {
    const { application } = this.services;
    const { caller } = this;
    const { message } = action;
    await this.answer(action, async (request) => {
      const result = await application.call({ kind: "action", ...calledIn(message), caller, request });
      this.outbox.send(actionText(message.requestId, result, request.requestId));
    });
  }

  /** A failure of the engine ends the connection: the client sends its mutations again, which are not done twice. */
  private async answer(
    { message, length }: Received<FunctionRequest>,
    body: (request: ClientRequest) => Promise<void>,
  ): Promise<void> {
    const request = this.newRequest();
    try {
      await body(request);
    } catch (error) {
      if (error instanceof RequestError && error.status < 500) {
        const refusal: FailedCall = { kind: "error", message: error.message, data: undefined, logLines: [] };
        const text = message.type === "Mutation" ? mutationText : actionText;
        this.outbox.send(text(message.requestId, refusal, request.requestId));
      } else {
        this.fail(error);
      }
    }
    this.done(length);
  }

  private done(length: number): void {
    this.open--;
    this.openLength -= length;
    if (!this.isClosed) this.checkHeld();
    this.regulate();
  }

  /** Goes on until the client has been told everything that is due. */
  private wake(): void {
    if (this.isAwake || this.isClosed || !this.mayShowMutations || !this.session.isDue) return;
    if (this.outbox.isFull) {
      this.outbox.whenRoom(() => this.wake());
      return;
    }
    this.isAwake = true;
    this.turns.take(async () => {
      try {
        await this.round();
      } catch (error) {
        this.fail(error);
      }
      this.isAwake = false;
      this.wake();
    });
  }

  /** All results of a transition are of one state of the database. */
  private async round(): Promise<void> {
    if (this.isClosed || !this.mayShowMutations || this.hasExpired()) return;
    const view = this.services.application.openView();
    const { caller, session } = this;
    const round = session.begin();
    const answers: Answered[] = [];
    const turn = new Turn(this.services.limits.turnMs);
    try {
      for (let at = 0; at < round.due.length && !this.isClosed; at += slice) {
        const run = async (query: LiveQuery): Promise<Answered> => {
          const request = this.newRequest();
          const { endCursor } = query;
          const result = await view.run({ ...calledIn(query), caller, request, endCursor });
          return { query, result, requestId: request.requestId };
        };
        answers.push(...(await Promise.all(round.due.slice(at, at + slice).map(run))));
        if (turn.isOver) await turn.next();
      }
    } finally {
      view.close();
    }
    if (this.isClosed) return;
    for (const { query, result } of answers) if (session.has(query)) this.watch(query, result);
    this.sendTransition(session.finish(round, view.ts, answers));
  }

  private sendTransition(text: string): void {
    const { transitionPieceLength } = this.services.limits;
    if (text.length <= transitionPieceLength) this.outbox.send(text);
    else this.outbox.send(...piecesOf(text, randomUUID(), transitionPieceLength));
  }

  private watch({ queryId }: LiveQuery, result: Answered["result"]): void {
    this.unwatch(queryId);
    const cancel = result.watch(() => {
      this.watches.delete(queryId);
      this.session.stale(queryId);
      this.wake();
    });
    this.watches.set(queryId, cancel);
  }

  private unwatch(queryId: number): void {
    this.watches.get(queryId)?.();
    this.watches.delete(queryId);
  }

  private newRequest(): ClientRequest {
    return { requestId: newRequestId(), ...this.origin };
  }

  /** A client that asks faster than it is served is not read from meanwhile. */
  private regulate(): void {
    const { maxCallsPerClient, maxBodyBytes } = this.services.limits;
    const isTooMuch = this.open > maxCallsPerClient || this.openLength > maxBodyBytes;
    if (isTooMuch && !this.socket.isPaused) this.socket.pause();
    else if (!isTooMuch && this.socket.isPaused) this.socket.resume();
  }

  private fail(error: unknown): void {
    if (this.isClosed) return;
    if (error instanceof ProtocolError) {
      this.outbox.send(fatalErrorText(error.message));
      this.close(policyViolation, "BadRequest");
      return;
    }
    if (!(error instanceof RequestError)) console.error("A live client could not be served:", error);
    this.close(internalError, "InternalServerError");
  }
}

type Called = Pick<FunctionRequest, "udfPath" | "args" | "componentPath">;

function calledIn({
  udfPath: path,
  args,
  componentPath,
}: Called): Pick<FunctionCall, "path" | "args" | "componentPath"> {
  return { path, args, componentPath };
}
