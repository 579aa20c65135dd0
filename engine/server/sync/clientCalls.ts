// The mutations and actions of one live client. Its mutations run one at a time, in order, each with the identity that
// asked for it. Its actions run side by side.
import { RequestError, type Caller, type ClientRequest, type FailedCall } from "../../application/contract";
import type { Services } from "../exchange";
import { detach } from "../guard";
import type { ClientConnection } from "./clientConnection";
import type { ClientIdentity } from "./clientIdentity";
import { calledFunction, type FunctionRequest, type Received } from "./clientMessages";
import { actionText, mutationText } from "./serverMessages";
import type { SyncSession } from "./session";

/**
 * `caller` is the identity that asked for the mutation. The client may have another identity when the mutation runs.
 */
interface Mutation extends Received<FunctionRequest> {
  caller: Caller;
}

interface Parts {
  readonly services: Services;
  readonly connection: ClientConnection;
  readonly identity: ClientIdentity;
  readonly session: SyncSession;
  readonly newRequest: () => ClientRequest;
  /** Called when the answer of a mutation has been sent. */
  readonly afterMutation: () => void;
}

export class ClientCalls {
  private readonly services: Services;
  private readonly connection: ClientConnection;
  private readonly identity: ClientIdentity;
  private readonly session: SyncSession;
  private readonly newRequest: () => ClientRequest;
  private readonly afterMutation: () => void;
  private readonly mutations: Mutation[] = [];
  private isMutating = false;
  private isAnswerDue = false;

  constructor({ services, connection, identity, session, newRequest, afterMutation }: Parts) {
    this.services = services;
    this.connection = connection;
    this.identity = identity;
    this.session = session;
    this.newRequest = newRequest;
    this.afterMutation = afterMutation;
  }

  /**
   * True from a mutation's commit until its answer is sent. The client must not see the changes before it knows that
   * the mutation is done.
   */
  get owesAnswer(): boolean {
    return this.isAnswerDue;
  }

  /** Forgets the mutations that have not begun. The client sends them again over its next connection. */
  dropQueued(): void {
    this.mutations.length = 0;
  }

  enqueueMutation({ message, length }: Received<FunctionRequest>): void {
    this.session.checkConnected();
    if (this.identity.hasExpired()) return;
    this.mutations.push({ message, length, caller: this.identity.caller });
    if (!this.isMutating) detach(this.connection.socket, this.runMutations());
  }

  beginAction(action: Received<FunctionRequest>): void {
    this.session.checkConnected();
    if (!this.identity.hasExpired()) detach(this.connection.socket, this.runAction(action));
  }

  private async runMutations(): Promise<void> {
    this.isMutating = true;
    for (let next = this.mutations.shift(); next !== undefined; next = this.mutations.shift()) {
      await this.runMutation(next);
    }
    this.isMutating = false;
  }

  private async runMutation(mutation: Mutation): Promise<void> {
    const { application } = this.services;
    const { sessionId } = this.session;
    const { message, caller } = mutation;
    await this.answer(mutation, async (request) => {
      const call = { caller, request, sessionId, requestNumber: message.requestId, ...calledFunction(message) };
      const result = await application.mutate({ onCommit: () => (this.isAnswerDue = true), ...call });
      this.connection.outbox.send(mutationText(message.requestId, result, request.requestId));
      if (result.kind === "success") this.session.oweTransition();
    });
    this.isAnswerDue = false;
    this.afterMutation();
  }

  private async runAction(action: Received<FunctionRequest>): Promise<void> {
    const { application } = this.services;
    const { caller } = this.identity;
    const { message } = action;
    await this.answer(action, async (request) => {
      const result = await application.call({ kind: "action", ...calledFunction(message), caller, request });
      this.connection.outbox.send(actionText(message.requestId, result, request.requestId));
    });
  }

  /** A failure of the engine ends the connection. The client then sends its mutations again, and none is done twice. */
  private async answer(
    { message, length }: Received<FunctionRequest>,
    run: (request: ClientRequest) => Promise<void>,
  ): Promise<void> {
    const request = this.newRequest();
    try {
      await run(request);
    } catch (error) {
      if (error instanceof RequestError && error.status < 500) {
        const failed: FailedCall = { kind: "error", message: error.message, data: undefined, logLines: [] };
        const text = message.type === "Mutation" ? mutationText : actionText;
        this.connection.outbox.send(text(message.requestId, failed, request.requestId));
      } else {
        this.connection.fail(error);
      }
    }
    this.connection.messageDone(length);
  }
}
