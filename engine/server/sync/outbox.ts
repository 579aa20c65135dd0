// The messages that wait to be sent to one client, in order. A client that does not read gets no further transition
// until it has taken the last one. It is dropped when the answers that it asked for still pile up.
import type { WebSocket } from "ws";
import { guarded } from "../guard";

/** How many bytes the socket may hold that the client has not taken. */
const maxBufferedBytes = 1024 * 1024;
/** Messages leave in frames of this size, so that the server sees whether a slow client takes anything at all. */
const frameBytes = 128 * 1024;

export class Outbox {
  private readonly waiting: Buffer[] = [];
  private waitingBytes = 0;
  private onDrained: (() => void) | null = null;
  private readonly afterSend: () => void;
  lastSentAt = Date.now();
  /** When the client last took something, or last had nothing to take. */
  private lastTakenAt = Date.now();

  constructor(
    private readonly socket: WebSocket,
    private readonly maxBacklogBytes: number,
    private readonly overflow: () => void,
    /** Called when the waiting bytes grow or shrink. Returns false if the client may not hold them. */
    private readonly updateMemory: () => boolean,
  ) {
    this.afterSend = guarded(socket, () => this.afterWrite());
  }

  /** Bytes that were sent to the client and that it has not taken. */
  get owedBytes(): number {
    return this.waitingBytes + this.socket.bufferedAmount;
  }

  get isFull(): boolean {
    return this.waiting.length > 0 || this.socket.bufferedAmount > maxBufferedBytes;
  }

  /** Returns how long the client has left unread what it was sent. */
  stalledMs(now: number): number {
    return this.socket.bufferedAmount === 0 ? 0 : now - this.lastTakenAt;
  }

  /** Sends messages that must follow one another directly. */
  send(...texts: string[]): void {
    const { socket } = this;
    if (socket.readyState !== socket.OPEN) return;
    if (this.owedBytes > this.maxBacklogBytes) {
      this.overflow();
      return;
    }
    if (socket.bufferedAmount === 0) this.lastTakenAt = Date.now();
    for (const text of texts) {
      const message = Buffer.from(text);
      this.waiting.push(message);
      this.waitingBytes += message.length;
    }
    this.writeWaiting();
    if (this.owedBytes > 0 && !this.updateMemory()) this.overflow();
  }

  /** Calls `callback` once when the outbox is no longer full. */
  onceDrained(callback: () => void): void {
    this.onDrained = callback;
  }

  private writeWaiting(): void {
    const { socket } = this;
    while (socket.bufferedAmount <= maxBufferedBytes && socket.readyState === socket.OPEN) {
      const message = this.waiting.shift();
      if (message === undefined) return;
      const isWhole = message.length <= frameBytes;
      if (!isWhole) this.waiting.unshift(message.subarray(frameBytes));
      const part = isWhole ? message : message.subarray(0, frameBytes);
      this.waitingBytes -= part.length;
      this.lastSentAt = Date.now();
      socket.send(part, { binary: false, fin: isWhole }, this.afterSend);
    }
  }

  private afterWrite(): void {
    this.lastTakenAt = Date.now();
    this.writeWaiting();
    this.updateMemory();
    if (this.onDrained === null || this.isFull) return;
    const callback = this.onDrained;
    this.onDrained = null;
    callback();
  }
}
