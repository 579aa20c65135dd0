// How the address of the runner is treated: one announcement at a time, and after some that failed none for a while. An
// address that takes connections and says nothing would otherwise hold an action for each job that waits.
import type { MutationCtx } from "../_generated/server";

const failuresMax = 3;
const firstQuietMs = 15_000;
const longestQuietMs = 2 * 60_000;
/** Longer than an announcement can take: who has it is lost then. */
const busyMsMax = 30_000;
const shortestWaitMs = 100;

/** Null: it is the caller's turn, who has to call `noteAnswer`. Otherwise when to ask again. */
export async function takeTurn(ctx: MutationCtx): Promise<{ askAgainInMs: number } | null> {
  const nowMs = Date.now();
  const address = await ctx.db.query("runnerAddress").first();
  if (address === null) {
    await ctx.db.insert("runnerAddress", { busySinceMs: nowMs, failures: 0 });
    return null;
  }
  const { quietUntilMs = 0, busySinceMs } = address;
  if (quietUntilMs > nowMs) return { askAgainInMs: spread(quietUntilMs - nowMs) };
  // As long again as it has been busy: soon behind a quick answer, seldom behind a slow one.
  const busyForMs = busySinceMs === undefined ? Infinity : nowMs - busySinceMs;
  if (busyForMs < busyMsMax) return { askAgainInMs: spread(Math.max(shortestWaitMs, busyForMs)) };
  await ctx.db.patch("runnerAddress", address._id, { busySinceMs: nowMs });
  return null;
}

/** Of who had the turn. */
export async function noteAnswer(ctx: MutationCtx, hasArrived: boolean): Promise<void> {
  const address = await ctx.db.query("runnerAddress").first();
  if (address === null) return;
  const failures = hasArrived ? 0 : address.failures + 1;
  const quietMs = Math.min(firstQuietMs * 2 ** (failures - failuresMax), longestQuietMs);
  const quietUntilMs = failures < failuresMax ? undefined : Date.now() + quietMs;
  await ctx.db.patch("runnerAddress", address._id, { busySinceMs: undefined, failures, quietUntilMs });
}

/** So that those who wait do not all come at once. */
function spread(waitMs: number): number {
  return waitMs * (1 + Math.random() / 4);
}
