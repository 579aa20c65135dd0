// Colours pieces of code one after the other, each in a task of its own, so that scrolling never waits for it. What was
// asked for last comes first: it is what the reader sees.
import { useCallback, useSyncExternalStore } from "react";
import { Listeners } from "../../session/listeners";
import { Highlighter } from "./Highlighter";
import type { CodeChunk, ChunkLine } from "./codeChunks";
import type { CodeLine } from "./codeSpans";

const maxWaiting = 16;

class HighlightQueue {
  private readonly done = new WeakMap<CodeChunk, readonly CodeLine[]>();
  private readonly waiting = new Set<CodeChunk>();
  private readonly listeners = new Listeners();
  private readonly highlighter = new Highlighter();
  private isWorking = false;
  readonly subscribe = this.listeners.subscribe;

  /** Null until the piece is coloured, which this asks for. */
  linesOf(piece: CodeChunk): readonly CodeLine[] | null {
    const lines = this.done.get(piece);
    if (lines !== undefined) return lines;
    this.waiting.delete(piece);
    this.waiting.add(piece);
    // The reader has scrolled past the oldest. If it is in sight after all, it is asked for again.
    const [oldest] = this.waiting;
    if (oldest !== undefined && this.waiting.size > maxWaiting) this.waiting.delete(oldest);
    if (!this.isWorking) void this.work();
    return null;
  }

  private async work(): Promise<void> {
    this.isWorking = true;
    while (this.waiting.size > 0) {
      await nextTask();
      const piece = [...this.waiting].at(-1);
      if (piece === undefined) break;
      this.waiting.delete(piece);
      // Without its grammar, a piece stays plain.
      await this.highlighter.makeReady(piece.language).catch(() => undefined);
      this.done.set(piece, this.highlighter.linesOf(piece));
      this.listeners.notify();
    }
    this.isWorking = false;
  }
}

async function nextTask(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 0));
}

const queue = new HighlightQueue();

/** The line in colours, or null until it has them. */
export function useHighlighted(line: ChunkLine | null): CodeLine | null {
  const piece = line?.chunk ?? null;
  const read = useCallback(() => (piece === null ? null : queue.linesOf(piece)), [piece]);
  const lines = useSyncExternalStore(queue.subscribe, read);
  return lines === null || line === null ? null : (lines[line.at] ?? null);
}
