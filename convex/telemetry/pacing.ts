// Limits on exports: few at a time, and none for a while after several have failed. Without them, a collector that
// accepts connections and never answers would occupy one action for every run that ends.
import type { MutationCtx } from "../_generated/server";
import { minuteMs } from "../lib/times";

const maxAtOnce = 4;
const maxFailures = 3;
const firstQuietMs = 15_000;
const maxQuietMs = 2 * minuteMs;
/** Longer than an export can take. One that is still under way after this time was lost. */
const maxBusyMs = minuteMs;
const shortestWaitMs = 500;

export type Turn = { kind: "export"; beganAtMs: number } | { kind: "wait"; askAgainInMs: number };

/** The caller whose turn it is calls `endTurn` afterwards. */
export async function takeTurn(ctx: MutationCtx): Promise<Turn> {
  const nowMs = Date.now();
  const collector = await ctx.db.query("telemetryCollector").first();
  if (collector === null) {
    await ctx.db.insert("telemetryCollector", { busySinceMs: [nowMs], failures: 0 });
    return { kind: "export", beganAtMs: nowMs };
  }
  const { quietUntilMs = 0 } = collector;
  if (quietUntilMs > nowMs) return { kind: "wait", askAgainInMs: randomDelayMs(quietUntilMs - nowMs) };
  const busy = collector.busySinceMs.filter((sinceMs) => nowMs - sinceMs < maxBusyMs);
  if (busy.length >= maxAtOnce) return { kind: "wait", askAgainInMs: randomDelayMs(shortestWaitMs) };
  await ctx.db.patch("telemetryCollector", collector._id, { busySinceMs: [...busy, nowMs] });
  return { kind: "export", beganAtMs: nowMs };
}

/** `hasAnswered` is null when the export ended without asking the collector. */
export async function endTurn(ctx: MutationCtx, beganAtMs: number, hasAnswered: boolean | null): Promise<void> {
  const collector = await ctx.db.query("telemetryCollector").first();
  if (collector === null) return;
  const at = collector.busySinceMs.indexOf(beganAtMs);
  const busySinceMs = collector.busySinceMs.filter((_sinceMs, index) => index !== at);
  if (hasAnswered === null) {
    await ctx.db.patch("telemetryCollector", collector._id, { busySinceMs });
    return;
  }
  const failures = hasAnswered ? 0 : collector.failures + 1;
  const quietMs = Math.min(firstQuietMs * 2 ** (failures - maxFailures), maxQuietMs);
  const quietUntilMs = failures < maxFailures ? undefined : Date.now() + quietMs;
  await ctx.db.patch("telemetryCollector", collector._id, { busySinceMs, failures, quietUntilMs });
}

/** Adds up to a quarter to a wait, at random, so that actions that wait do not all come back at once. */
function randomDelayMs(waitMs: number): number {
  return waitMs * (1 + Math.random() / 4);
}
