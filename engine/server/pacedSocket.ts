// A connection whose bytes are parsed in portions, each when it is its turn (`readingTurns.ts`). This stands between
// the operating system and the stream. While it holds something, which is 64 kB at most, nothing more is read from the
// client.
import type { Socket } from "node:net";
import { performance } from "node:perf_hooks";
import { guarded, listen, listenOnce } from "./guard";
import { maxCostLevel, type Reader, type ReadingTurns } from "./readingTurns";
import type { Holder, SharedCapacity } from "./sharedCapacity";

/** Most requests are smaller. The worst that fits in so many bytes takes 1 ms. */
const firstPortion = 4 * 1024;
const maxPortion = 32 * 1024;
/** A portion that took longer is followed by one of the first size. 32 kB of a body take a tenth of that. */
const longPortionMs = 0.25;
/** More cannot be due to what a client has sent. Without this it would pay when others' garbage is collected. */
const maxMsOf = (bytes: number): number => 0.05 + 0.0003 * bytes;
/** The share of the time that anybody may use. */
const freeShare = 0.02;
/** The most that counts, so that a client which has sent a long body is an ordinary one soon after it. */
const maxUsedMs = 10;

export interface Pace {
  turns: ReadingTurns;
  /** The bytes of costly clients that wait, and the client to whom this connection counts. */
  waiting: SharedCapacity;
  holder: Holder;
}

/** From now on the socket delivers what arrives in portions. Nothing may have arrived yet. */
export function paceReading(socket: Socket, pace: Pace): void {
  const paced = new PacedSocket(socket, pace);
  socket.push = (chunk: Buffer | null) => paced.arrived(chunk);
  socket._read = (size) => paced.wanted(size);
  listen(socket, "resume", () => paced.continue());
  listenOnce(socket, "close", () => paced.end());
  // Node's parser takes the bytes before they come to the stream, until somebody else has listened to them.
  listen(socket, "data", () => undefined)();
}

class PacedSocket implements Reader {
  private readonly push: Socket["push"];
  private readonly read: Socket["_read"];
  private readonly deliver: () => void;
  private held: Buffer | null = null;
  private countedBytes = 0;
  private maxBytes = firstPortion;
  /** The milliseconds that reading this client has taken, less those that its pauses have paid for. */
  private usedMs = 0;
  private endedAt = 0;
  /** What the stream answered to the last portion: whether it has room for more. */
  private hasRoom = true;

  constructor(
    private readonly socket: Socket,
    private readonly pace: Pace,
  ) {
    this.push = socket.push.bind(socket);
    this.read = socket._read.bind(socket);
    this.deliver = guarded(socket, () => this.deliverPortion());
  }

  /** Level 1 begins at one millisecond, and each other level at twice as much as the one below it. */
  get costLevel(): number {
    return this.usedMs < 1 ? 0 : Math.min(1 + Math.floor(Math.log2(this.usedMs)), maxCostLevel);
  }

  /** Takes the place of the stream's `push`: returns false when no more should be read for now. */
  arrived(chunk: Buffer | null): boolean {
    // The end comes alone, because nothing was read while something was held.
    if (chunk === null) return this.push(null);
    this.pace.turns.garbage.add(chunk.length);
    // Counted while the client sends nothing. Waiting for a turn does not count.
    this.usedMs = Math.max(0, this.usedMs - freeShare * (performance.now() - this.endedAt));
    this.held = chunk;
    if (!this.socket.isPaused()) this.pace.turns.read(this);
    this.count();
    return this.held === null && this.hasRoom;
  }

  /** Takes the place of the stream's `_read`. The stream must not be given anything before this returns. */
  wanted(size: number): void {
    if (this.held === null) this.read(size);
    else if (!this.socket.isPaused()) this.pace.turns.readLater(this);
  }

  continue(): void {
    if (this.held !== null) this.pace.turns.readLater(this);
  }

  readPortion(): boolean {
    this.deliver();
    return this.held !== null && this.hasRoom && !this.socket.isPaused();
  }

  end(): void {
    this.pace.turns.forget(this);
    this.held = null;
    this.release();
  }

  private deliverPortion(): void {
    const { held, maxBytes, socket } = this;
    if (held === null || socket.destroyed) return this.end();
    // Portions of the same length: a short rest would cost a body a block of memory.
    const length = Math.ceil(held.length / Math.ceil(held.length / maxBytes));
    this.held = length < held.length ? held.subarray(length) : null;
    const begunAt = performance.now();
    this.hasRoom = this.push(this.held === null ? held : held.subarray(0, length));
    this.endedAt = performance.now();
    const tookMs = Math.min(this.endedAt - begunAt, maxMsOf(length));
    this.usedMs = Math.min(this.usedMs + tookMs, maxUsedMs);
    this.maxBytes = tookMs > longPortionMs ? firstPortion : Math.min(2 * maxBytes, maxPortion);
    this.count();
  }

  /**
   * Costly clients wait for long, and the server does not learn meanwhile that they are gone. So those beyond the bound
   * are cut off.
   */
  private count(): void {
    const { waiting, holder } = this.pace;
    if (this.held === null) this.release();
    else if (this.costLevel === 0 || this.countedBytes > 0) return;
    else if (waiting.take(holder, this.held.length)) this.countedBytes = this.held.length;
    else this.socket.destroy();
  }

  private release(): void {
    if (this.countedBytes > 0) this.pace.waiting.release(this.pace.holder, this.countedBytes);
    this.countedBytes = 0;
  }
}
