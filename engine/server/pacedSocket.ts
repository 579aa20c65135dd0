// A connection whose bytes are parsed in portions, each when it is its turn (`readingTurns.ts`). This stands between
// the operating system and the stream. While it holds something, which is 64 kB at most, nothing more is read from the
// client.
import type { Socket } from "node:net";
import { performance } from "node:perf_hooks";
import { guarded, listen, listenOnce } from "./guard";
import { maxCostLevel, type Reader, type ReadingTurns } from "./readingTurns";

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

/** From now on the socket delivers what arrives in portions. Nothing may have arrived yet. */
export function paceReading(socket: Socket, turns: ReadingTurns): void {
  const paced = new PacedSocket(socket, turns);
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
  private maxBytes = firstPortion;
  /** The milliseconds that reading this client has taken, less those that its pauses have paid for. */
  private usedMs = 0;
  private endedAt = 0;
  /** What the stream answered to the last portion: whether it has room for more. */
  private hasRoom = true;

  constructor(
    private readonly socket: Socket,
    private readonly turns: ReadingTurns,
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
    // Counted while the client sends nothing. Waiting for a turn does not count.
    this.usedMs = Math.max(0, this.usedMs - freeShare * (performance.now() - this.endedAt));
    this.held = chunk;
    if (!this.socket.isPaused()) this.turns.read(this);
    return this.held === null && this.hasRoom;
  }

  /** Takes the place of the stream's `_read`. The stream must not be given anything before this returns. */
  wanted(size: number): void {
    if (this.held === null) this.read(size);
    else if (!this.socket.isPaused()) this.turns.readLater(this);
  }

  continue(): void {
    if (this.held !== null) this.turns.readLater(this);
  }

  readPortion(): boolean {
    this.deliver();
    return this.held !== null && this.hasRoom && !this.socket.isPaused();
  }

  end(): void {
    this.turns.forget(this);
    this.held = null;
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
  }
}
