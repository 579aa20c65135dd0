// The connection of one live client: the bytes that the client makes the server keep, whether the server reads from it,
// and how it ends.
import type { WebSocket } from "ws";
import { RequestError } from "../../application/contract";
import type { Services } from "../exchange";
import { Allocation, type Holder } from "../sharedCapacity";
import { ProtocolError } from "./clientMessages";
import { Outbox } from "./outbox";
import { fatalErrorText, pingText } from "./serverMessages";

interface ClientState {
  /** Returns the bytes that the queries of the client cost. */
  queryBytes: () => number;
  /** Called when the connection ends, possibly more than once. */
  ended: () => void;
}

/** How many bytes a client may still send after it was told that the connection closes. */
const maxBytesAfterClose = 64 * 1024;

/**
 * How much may have arrived after the message by which a client signs in, before that message is handled. It is what a
 * stream buffers.
 */
const maxUnhandledBytes = 64 * 1024;

const policyViolation = 1008;
const messageTooBig = 1009;
const internalError = 1011;
const tryAgainLater = 1013;

export class ClientConnection {
  readonly outbox: Outbox;
  private lastHeardAt = Date.now();
  private isEnded = false;
  /** The bytes that the client makes the server keep. */
  private readonly memory: Allocation;
  /** The bytes received so far of an incomplete message. */
  private arrivingBytes = 0;
  /** The number of messages that are not finished, and their total length in bytes. */
  private openMessages = 0;
  private openBytes = 0;

  constructor(
    readonly socket: WebSocket,
    private readonly services: Services,
    holder: Holder,
    private readonly state: ClientState,
  ) {
    const { limits, shared } = services;
    this.memory = new Allocation(shared.bytes, holder);
    const account = () => this.isEnded || this.updateMemory();
    this.outbox = new Outbox(socket, limits.maxBacklogBytes, () => this.drop(), account);
  }

  get isClosed(): boolean {
    return this.isEnded;
  }

  /**
   * Part of a message has arrived. Bytes that arrive in one chunk with the end of an earlier message are not counted.
   */
  bytesArrived(bytes: number, isAnonymous: boolean): void {
    const before = this.arrivingBytes;
    this.arrivingBytes += bytes;
    if (this.isEnded) {
      // The client may finish its closing handshake, which is short.
      if (this.arrivingBytes > maxBytesAfterClose) this.socket.terminate();
      return;
    }
    if (isAnonymous && before > this.services.limits.maxAnonymousBytes + maxUnhandledBytes) this.refuseLength();
    else this.checkMemory();
  }

  /** The last byte of a message has arrived. The message is no longer incomplete. */
  messageArrived(): void {
    this.lastHeardAt = Date.now();
    this.arrivingBytes = 0;
  }

  /** Counts a message until `messageDone`. Returns false if the connection has ended because of it. */
  messageOpened(length: number): boolean {
    this.openMessages++;
    this.openBytes += length;
    return this.checkMemory();
  }

  messageDone(length: number): void {
    this.openMessages--;
    this.openBytes -= length;
    if (!this.isEnded) this.checkMemory();
    this.pauseOrResume();
  }

  /** The server stops reading from a client that asks faster than it is served. */
  pauseOrResume(): void {
    const { maxCallsPerClient, maxBodyBytes } = this.services.limits;
    const isTooMuch = this.openMessages > maxCallsPerClient || this.openBytes > maxBodyBytes;
    if (isTooMuch && !this.socket.isPaused) this.socket.pause();
    else if (!isTooMuch && this.socket.isPaused) this.socket.resume();
  }

  /** Ends the connection of a client that has not signed in and sends a message that is too long. */
  refuseLength(): void {
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

  /** Returns false if the client holds too many bytes. The connection has then ended; a later one may be admitted. */
  private checkMemory(): boolean {
    if (this.updateMemory()) return true;
    this.closeAndStopReading(tryAgainLater, "TooManyBytes");
    return false;
  }

  private updateMemory(): boolean {
    return this.memory.resize(this.arrivingBytes + this.openBytes + this.state.queryBytes() + this.outbox.owedBytes);
  }

  pongArrived(): void {
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

  end(): void {
    this.isEnded = true;
    this.state.ended();
    // Bytes that were sent and not taken stay in memory until the connection is really closed.
    if (this.socket.readyState === this.socket.CLOSED) this.memory.release();
  }

  closeForPolicy(reason: string): void {
    this.close(policyViolation, reason);
  }

  closeForFailure(reason: string): void {
    this.close(internalError, reason);
  }

  /** Ends the connection because of an error: the client's if it broke the protocol, otherwise the engine's. */
  fail(error: unknown): void {
    if (this.isEnded) return;
    if (error instanceof ProtocolError) {
      this.outbox.send(fatalErrorText(error.message));
      this.closeForPolicy("BadRequest");
      return;
    }
    if (!(error instanceof RequestError)) console.error("A live client could not be served:", error);
    this.closeForFailure("InternalServerError");
  }
}
