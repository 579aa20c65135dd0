import { estimateSize } from "../text/json";
import type { AgentEvent } from "./agent";

/** With this much waiting for the reader, the agent's output is no longer read, so the agent itself has to wait. */
const maxWaiting = { events: 256, characters: 1_000_000 };

/**
 * The events of one session, between the agent and the reader. It always takes an event; the reader of the agent's
 * output awaits `room` before the next piece, and that bounds the memory.
 */
export class EventQueue implements AsyncIterable<AgentEvent> {
  private waiting: AgentEvent[] = [];
  private characters = 0;
  private isOver = false;
  private isAbandoned = false;
  private wakeReader: (() => void) | null = null;
  private wakeWriters: (() => void)[] = [];

  /** An event after the end, or after the reader has gone, is dropped. */
  push(event: AgentEvent): void {
    if (this.isOver || this.isAbandoned) return;
    this.isOver = event.kind === "end";
    this.waiting.push(event);
    this.characters += estimateSize(event);
    this.wakeReader?.();
    if (this.isOver) this.stopWaiting();
  }

  /** Resolves when the reader has caught up. */
  async waitForSpace(): Promise<void> {
    while (this.isFull()) await new Promise<void>((resolve) => this.wakeWriters.push(resolve));
  }

  /**
   * Nobody waits for room any more. It is called when the agent is stopped, so that a slow reader cannot delay that.
   */
  stopWaiting(): void {
    this.isFull = () => false;
    this.wakeAllWriters();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<AgentEvent> {
    try {
      for (;;) {
        const event = this.waiting.shift();
        if (event === undefined) {
          await new Promise<void>((resolve) => (this.wakeReader = resolve));
          continue;
        }
        this.characters -= estimateSize(event);
        if (!this.isFull()) this.wakeAllWriters();
        yield event;
        if (event.kind === "end") return;
      }
    } finally {
      this.isAbandoned = true;
      this.waiting = [];
      this.stopWaiting();
    }
  }

  private isFull = (): boolean => this.waiting.length >= maxWaiting.events || this.characters >= maxWaiting.characters;

  private wakeAllWriters(): void {
    for (const wake of this.wakeWriters.splice(0)) wake();
  }
}
