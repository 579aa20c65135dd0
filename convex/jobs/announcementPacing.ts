// Limits on announcements to the runner's address: one at a time, and none for a while after several have failed.
// Without them, an address that accepts connections and never answers would occupy one action for every waiting job.
import type { MutationCtx } from "../_generated/server";
import { minuteMs } from "../lib/times";

const maxFailures = 3;
const firstQuietMs = 15_000;
const maxQuietMs = 2 * minuteMs;
/** Longer than an announcement can take. One that is still under way after this time was lost. */
const maxBusyMs = 30_000;
const shortestWaitMs = 100;

/** Null when the caller may announce and must call `recordAnswer` afterwards; else the wait before asking again. */
export async function reserveAnnouncement(ctx: MutationCtx): Promise<{ askAgainInMs: number } | null> {
  const nowMs = Date.now();
  const address = await ctx.db.query("runnerAddress").first();
  if (address === null) {
    await ctx.db.insert("runnerAddress", { busySinceMs: nowMs, failures: 0 });
    return null;
  }
  const { quietUntilMs = 0, busySinceMs } = address;
  if (quietUntilMs > nowMs) return { askAgainInMs: randomDelayMs(quietUntilMs - nowMs) };
  // The next announcement waits as long as the current one has taken so far: short behind a quick answer.
  const busyForMs = busySinceMs === undefined ? Infinity : nowMs - busySinceMs;
  if (busyForMs < maxBusyMs) return { askAgainInMs: randomDelayMs(Math.max(shortestWaitMs, busyForMs)) };
  await ctx.db.patch("runnerAddress", address._id, { busySinceMs: nowMs });
  return null;
}

/** Records whether the announcement of the caller whose turn it was has arrived. */
export async function recordAnswer(ctx: MutationCtx, hasArrived: boolean): Promise<void> {
  const address = await ctx.db.query("runnerAddress").first();
  if (address === null) return;
  const failures = hasArrived ? 0 : address.failures + 1;
  const quietMs = Math.min(firstQuietMs * 2 ** (failures - maxFailures), maxQuietMs);
  const quietUntilMs = failures < maxFailures ? undefined : Date.now() + quietMs;
  await ctx.db.patch("runnerAddress", address._id, { busySinceMs: undefined, failures, quietUntilMs });
}

/** Adds up to a quarter to a wait, at random, so that actions that wait do not all come back at once. */
function randomDelayMs(waitMs: number): number {
  return waitMs * (1 + Math.random() / 4);
}
