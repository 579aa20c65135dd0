// Since when each key that decides has meant what it means now. After the chosen row has changed, or what can be done
// with it, no such key counts for a moment, as no click does (parts/useMovedRowGuard.ts). This file is pure.
import type { Command } from "./commands";

/** Long enough for the second half of a double press, and for somebody to see that something has changed. */
export const shortcutDelayMs = 500;
/** A command that comes back this soon was registered again together with others, and means the same. */
const sameMs = 50;

const meanings = new Map<string, { sinceMs: number; goneMs: number | null }>();

export function commandAdded(command: Command, nowMs = performance.now()): void {
  if (command.decidesAbout === undefined) return;
  for (const [meaning, { goneMs }] of meanings)
    if (goneMs !== null && nowMs - goneMs > sameMs) meanings.delete(meaning);
  const meaning = meaningOf(command);
  const sinceMs = meanings.get(meaning)?.sinceMs ?? nowMs;
  meanings.set(meaning, { sinceMs, goneMs: null });
}

export function commandRemoved(command: Command, nowMs = performance.now()): void {
  const entry = meanings.get(meaningOf(command));
  if (entry !== undefined) entry.goneMs = nowMs;
}

/** How long its key must still wait. */
export function remainingDelayMs(command: Command, nowMs = performance.now()): number {
  if (command.decidesAbout === undefined) return 0;
  const { sinceMs = nowMs } = meanings.get(meaningOf(command)) ?? {};
  return Math.max(0, sinceMs + shortcutDelayMs - nowMs);
}

function meaningOf({ keys = "", title, decidesAbout = "" }: Command): string {
  return [keys, title, decidesAbout].join("\n");
}
