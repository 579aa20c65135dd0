// One client of the socket. It handles messages one after another and mutations one at a time, and sends a transition
// when results that the client asked for have changed.
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
import { detach } from "../guard";
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
  /** The length of the received message in bytes. */
  length: number;
}

/**
 * `caller` is the identity that asked for the mutation. The client may have another identity when the mutation runs.
 */
interface Mutation extends Received<FunctionRequest> {
  caller: Caller;
}

/** How many bytes a client may still send after it was told that the connection closes. */
const leaveBytes = 64 * 1024;

/** How many queries of one client run at the same time, so that a client with thousands does not delay the others. */
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
  /**
   * Messages that are parsed only when it is their turn, because their largest size depends on the client's identity by
   * then.
   */
  private readonly inbox: Buffer[] = [];
  private isReading = false;
  private readonly mutations: Mutation[] = [];
  /** The number of messages that are not finished, and their total length in bytes. */
  private open = 0;
  private openLength = 0;
  private isMutating = false;
  /**
   * False from a mutation's commit until its answer is sent. The client must not see the changes before it knows that
   * the mutation is done.
   */
  private mayShowMutations = true;
  /** A round is requested or runs. */
  private isAwake = false;
  private isClosed = false;
  /** The bytes that the client makes the server keep. */
  private readonly held: Held;
  /** The bytes received so far of an incomplete message. */
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

  /**
   * Part of a message has arrived. Bytes that arrive in one chunk with the end of an earlier message are not counted.
   */
  arriving(bytes: number): void {
    const before = this.arrivingBytes;
    this.arrivingBytes += bytes;
    if (this.isClosed) {
      // The client may finish its closing handshake, which is short.
      if (this.arrivingBytes > leaveBytes) this.socket.terminate();
      return;
    }
    const { maxStrangerBytes } = this.services.limits;
    // A client that is about to sign in has already sent that message, and it is being read now. The newest chunk may
    // begin with it, so only earlier bytes count.
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
    if (!this.isReading) detach(this.socket, this.readInbox());
    this.regulate();
  }

  private refuseLength(): void {
    const reason = "The message is too long for a client that has not signed in.";
    // Convex's clients would connect again and send the same message, unless they receive a FatalError.
    this.outbox.send(fatalErrorText(reason));
    this.closeAndStopReading(messageTooBig, reason);
  }

  /** Closes the connection and receives nothing more from the client. */
  private closeAndStopReading(code: number, reason: string): void {
    this.close(code, reason);
    this.socket.pause();
    setTimeout(() => this.socket.terminate(), this.services.limits.lingerMs).unref();
  }

  /** Returns false if the client holds too many bytes. The connection has then ended; a later one may find room. */
  private checkHeld(): boolean {
    if (this.holds()) return true;
    this.closeAndStopReading(tryAgainLater, "TooManyBytes");
    return false;
  }

  private holds(): boolean {
    const { arrivingBytes, openLength, session, outbox } = this;
    return this.held.resize(arrivingBytes + openLength + session.heldBytes + outbox.owedBytes);
  }

  heard(): void {
    this.lastHeardAt = Date.now();
  }

  /** Returns how long the client has been silent. A client whose socket is paused does not count as silent. */
  silentMs(now: number): number {
    return this.socket.isPaused ? 0 : now - this.lastHeardAt;
  }

  ping(): void {
    this.outbox.send(pingText);
  }

  /** Ends the connection with a code and a reason. */
  close(code: number, reason: string): void {
    this.end();
    this.socket.close(code, reason);
  }

  /** Ends the connection at once, because the client would not read a reason either. */
  drop(): void {
    this.end();
    this.socket.terminate();
  }

  /** The connection has ended. The mutation that runs is finished. The client sends those after it again. */
  end(): void {
    this.isClosed = true;
    for (const cancel of this.watches.values()) cancel();
    this.watches.clear();
    this.inbox.length = 0;
    this.mutations.length = 0;
    // Bytes that were sent and not taken stay in memory until the connection is really closed.
    if (this.socket.readyState === this.socket.CLOSED) this.held.release();
  }

  /**
   * Each message is handled before the next is read, because its meaning may depend on the client's identity by then.
   */
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
      // A client gives up a token that is refused. If the token cannot be checked now, the client must try it again
      // later.
      if (!(error instanceof RequestError) || error.status !== 401) throw error;
      this.refuseIdentity(error.message, baseVersion, true);
      return;
    }
    this.session.identityChanged();
    this.wake();
  }

  /** A token may have expired since the client sent it. The client is told so when the token is next needed. */
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
    if (!this.isMutating) detach(this.socket, this.mutateAll());
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
      const call = { caller, request, sessionId, requestNumber: message.requestId, ...calledIn(message) };
      const result = await application.mutate({ onCommit: () => (this.mayShowMutations = false), ...call });
      this.outbox.send(mutationText(message.requestId, result, request.requestId));
      if (result.kind === "success") this.session.oweTransition();
    });
    this.mayShowMutations = true;
    this.wake();
  }

  private begin(action: Received<FunctionRequest>): void {
    this.session.checkConnected();
    if (!this.hasExpired()) detach(this.socket, this.act(action));
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

  /** A failure of the engine ends the connection. The client then sends its mutations again, and none is done twice. */
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

  /** Starts rounds until the client has been told everything that is due. */
  private wake(): void {
    if (this.isAwake || this.isClosed || !this.mayShowMutations || !this.session.isDue) return;
    if (this.outbox.isFull) {
      this.outbox.whenRoom(() => this.wake());
      return;
    }
    this.isAwake = true;
    this.turns.take(this, async () => {
      try {
        await this.round();
      } catch (error) {
        this.fail(error);
      }
      this.isAwake = false;
      this.wake();
    });
  }

  /** Sends one transition. All its results belong to one state of the database. */
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
          const result = await view.run({ caller, request, endCursor, ...calledIn(query) });
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

  /** The server stops reading from a client that asks faster than it is served. */
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
