// What waits to be sent to one client, in order. A client that does not read is not written to without end: it gets no
// further transitions while it has not taken the last, and is dropped when what it asked for piles up all the same.
import type { WebSocket } from "ws";

/** Bytes handed to the socket ahead of what the client has taken. */
const ahead = 1024 * 1024;
/** Messages leave in frames of this size, so that it shows whether a slow client takes anything at all. */
const frame = 128 * 1024;

export class Outbox {
  private readonly waiting: Buffer[] = [];
  private waitingBytes = 0;
  private onRoom: (() => void) | null = null;
  lastSentAt = Date.now();
  /** When the client last took something, or was last owed nothing. */
  private lastTakenAt = Date.now();

  constructor(
    private readonly socket: WebSocket,
    private readonly maxBacklogBytes: number,
    private readonly overflow: () => void,
    /** Calls back when more or less is owed. False: it may not be so much. */
    private readonly account: () => boolean,
  ) {}

  /** Bytes that the client has been sent and not taken. */
  get owedBytes(): number {
    return this.waitingBytes + this.socket.bufferedAmount;
  }

  get isFull(): boolean {
    return this.waiting.length > 0 || this.socket.bufferedAmount > ahead;
  }

  /** For how long the client has left unread what it was sent. */
  stalledMs(now: number): number {
    return this.socket.bufferedAmount === 0 ? 0 : now - this.lastTakenAt;
  }

  /** Messages that no other may come between. */
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
    this.pass();
    if (this.owedBytes > 0 && !this.account()) this.overflow();
  }

  /** Calls back once when there is room again. */
  whenRoom(callback: () => void): void {
    this.onRoom = callback;
  }

  private pass(): void {
    const { socket } = this;
    while (socket.bufferedAmount <= ahead && socket.readyState === socket.OPEN) {
      const message = this.waiting.shift();
      if (message === undefined) return;
      const isWhole = message.length <= frame;
      if (!isWhole) this.waiting.unshift(message.subarray(frame));
      const part = isWhole ? message : message.subarray(0, frame);
      this.waitingBytes -= part.length;
      this.lastSentAt = Date.now();
      socket.send(part, { binary: false, fin: isWhole }, this.afterSend);
    }
  }

  private readonly afterSend = (): void => {
    this.lastTakenAt = Date.now();
    this.pass();
    this.account();
    if (this.onRoom === null || this.isFull) return;
    const callback = this.onRoom;
    this.onRoom = null;
    callback();
  };
}
