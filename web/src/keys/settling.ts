// Since when each key that decides has meant what it means now. After the chosen row has changed, or what can be done
// with it, no such key counts for a moment, as no click does (parts/useSteadyClicks.ts). This file is pure.
import type { Command } from "./commands";

/** Long enough for the second half of a double press, and for somebody to see that something has changed. */
export const settlingMs = 500;
/** A command that comes back this soon was registered again together with others, and means the same. */
const sameMs = 50;

const known = new Map<string, { sinceMs: number; goneMs: number | null }>();

export function began(command: Command, nowMs = performance.now()): void {
  if (command.decides === undefined) return;
  for (const [meaning, { goneMs }] of known) if (goneMs !== null && nowMs - goneMs > sameMs) known.delete(meaning);
  const meaning = meaningOf(command);
  const sinceMs = known.get(meaning)?.sinceMs ?? nowMs;
  known.set(meaning, { sinceMs, goneMs: null });
}

export function ended(command: Command, nowMs = performance.now()): void {
  const entry = known.get(meaningOf(command));
  if (entry !== undefined) entry.goneMs = nowMs;
}

/** How long its key must still wait. */
export function leftMs(command: Command, nowMs = performance.now()): number {
  if (command.decides === undefined) return 0;
  const { sinceMs = nowMs } = known.get(meaningOf(command)) ?? {};
  return Math.max(0, sinceMs + settlingMs - nowMs);
}

function meaningOf({ keys = "", title, decides = "" }: Command): string {
  return [keys, title, decides].join("\n");
}
