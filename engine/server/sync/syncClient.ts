// One client of the live socket. It handles the client's messages one after another, and connects its parts: the
// connection, the identity, the session with its queries, the calls and the rounds.
import type { WebSocket } from "ws";
import type { ClientRequest } from "../../application/contract";
import { newRequestId, type Services } from "../exchange";
import { detach } from "../guard";
import type { Holder } from "../sharedCapacity";
import { ClientCalls } from "./clientCalls";
import { ClientConnection } from "./clientConnection";
import { ClientIdentity } from "./clientIdentity";
import { readClientMessage, type ClientMessage, type Connect, type Received } from "./clientMessages";
import { ClientRounds } from "./clientRounds";
import { SyncSession } from "./session";
import { TimeSlice, type RoundScheduler } from "./roundScheduler";

export class SyncClient {
  readonly connection: ClientConnection;
  private readonly session: SyncSession;
  private readonly identity: ClientIdentity;
  private readonly calls: ClientCalls;
  private readonly rounds: ClientRounds;
  /**
   * Messages that are parsed only when it is their turn, because their largest size depends on the client's identity by
   * then.
   */
  private readonly inbox: Buffer[] = [];
  private isReading = false;

  constructor(
    private readonly socket: WebSocket,
    private readonly services: Services,
    scheduler: RoundScheduler,
    origin: Omit<ClientRequest, "requestId">,
    holder: Holder,
  ) {
    const session = new SyncSession(() => this.identity.queryBounds());
    const connection = new ClientConnection(socket, services, holder, {
      queryBytes: () => session.memoryBytes,
      ended: () => this.forgetWork(),
    });
    const identity = new ClientIdentity(services, connection, session);
    const newRequest = () => ({ requestId: newRequestId(), ...origin });
    const afterMutation = () => this.rounds.request();
    this.session = session;
    this.connection = connection;
    this.identity = identity;
    this.calls = new ClientCalls({ services, connection, identity, session, newRequest, afterMutation });
    this.rounds = new ClientRounds({
      services,
      scheduler,
      connection,
      identity,
      session,
      calls: this.calls,
      newRequest,
    });
  }

  /** How many queries the client is subscribed to. */
  get queries(): number {
    return this.session.size;
  }

  bytesArrived(bytes: number): void {
    // A client that is about to sign in has already sent that message, and it is being read now.
    this.connection.bytesArrived(bytes, this.identity.isAnonymous && !this.isReading);
  }

  receive(text: Buffer): void {
    const { connection } = this;
    connection.messageArrived();
    if (connection.isClosed) return;
    this.inbox.push(text);
    if (!connection.messageOpened(text.length)) return;
    if (!this.isReading) detach(this.socket, this.readInbox());
    connection.pauseOrResume();
  }

  /** The connection has ended. The mutation that runs is finished. The client sends those after it again. */
  private forgetWork(): void {
    this.rounds.unwatchAll();
    this.inbox.length = 0;
    this.calls.dropQueued();
  }

  /**
   * Each message is handled before the next is read, because its meaning may depend on the client's identity by then.
   */
  private async readInbox(): Promise<void> {
    this.isReading = true;
    const turn = new TimeSlice(this.services.limits.turnMs);
    try {
      for (let next = this.inbox.shift(); next !== undefined; next = this.inbox.shift()) {
        await this.read(next);
        if (turn.isOver) await turn.next();
      }
    } catch (error) {
      this.connection.fail(error);
    }
    this.isReading = false;
  }

  private async read(text: Buffer): Promise<void> {
    const { maxAnonymousBytes } = this.services.limits;
    if (this.identity.isAnonymous && text.length > maxAnonymousBytes) this.connection.refuseLength();
    else await this.handle({ message: readClientMessage(text), length: text.length });
  }

  private async handle({ message, length }: Received<ClientMessage>): Promise<void> {
    switch (message.type) {
      case "Mutation":
        this.calls.enqueueMutation({ message, length });
        return;
      case "Action":
        this.calls.beginAction({ message, length });
        return;
      case "Connect":
        this.connect(message);
        break;
      case "ModifyQuerySet":
        for (const queryId of this.session.modify(message)) this.rounds.unwatch(queryId);
        this.rounds.request();
        break;
      case "Authenticate":
        await this.identity.authenticate(message);
        this.rounds.request();
        break;
      case "Event":
        break;
    }
    this.connection.messageDone(length);
  }

  private connect(message: Connect): void {
    this.session.connect(message);
    if (message.maxObservedTs > this.services.application.committedTs()) {
      this.connection.closeForFailure(
        "InternalServerError: the client has seen a later state than this deployment has.",
      );
    }
  }
}
