// What follows from an attempt to deliver: success, another try later, or the end of the delivery or of the webhook.
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { dayMs } from "../lib/times";
import { withAttempt } from "./senderLease";
import { disableWebhook } from "./disabling";
import { retryDelayMs } from "./retries";
import type { Attempt } from "./schema";
import { nextDueMs, stateOf } from "./states";

/** After this long without one success a webhook is disabled. */
const maxFailingMs = 5 * dayMs;

const goneStatus = 410;

export interface Outcome {
  deliveryId: Id<"webhookDeliveries">;
  takenAtMs: number;
  attempt: Attempt;
  hasArrived: boolean;
  /** What the receiver has asked for. */
  retryAfterMs: number | null;
}

export async function recordOutcome(ctx: MutationCtx, outcome: Outcome): Promise<void> {
  const delivery = await ctx.db.get("webhookDeliveries", outcome.deliveryId);
  if (delivery === null) return;
  await changeDelivery(ctx, delivery, outcome);
  await changeState(ctx, delivery.webhookId, outcome);
}

async function changeDelivery(
  ctx: MutationCtx,
  delivery: Doc<"webhookDeliveries">,
  { attempt, hasArrived, retryAfterMs, takenAtMs }: Outcome,
): Promise<void> {
  const attempts = withAttempt(delivery.attempts, attempt);
  if (hasArrived) {
    return await ctx.db.patch("webhookDeliveries", delivery._id, {
      attempts,
      status: "succeeded",
      takenAtMs: undefined,
    });
  }
  // This sender took too long, and another one has it now.
  if (delivery.takenAtMs !== takenAtMs) return await ctx.db.patch("webhookDeliveries", delivery._id, { attempts });
  const tries = delivery.tries + 1;
  const delayMs = attempt.statusCode === goneStatus ? null : retryDelayMs(tries, retryAfterMs, Math.random());
  await ctx.db.patch("webhookDeliveries", delivery._id, {
    attempts,
    tries,
    takenAtMs: undefined,
    ...(delayMs === null ? { status: "failed" } : { dueAtMs: Date.now() + delayMs }),
  });
}

async function changeState(
  ctx: MutationCtx,
  webhookId: Id<"webhooks">,
  { attempt, hasArrived }: Outcome,
): Promise<void> {
  const [state, webhook] = [await stateOf(ctx, webhookId), await ctx.db.get("webhooks", webhookId)];
  if (state === null || webhook === null) return;
  const wakeAtMs = webhook.isEnabled ? await nextDueMs(ctx, webhookId) : undefined;
  if (hasArrived) {
    const changes = { wakeAtMs, lastDeliveryAtMs: attempt.atMs, failingSinceMs: undefined };
    return await ctx.db.patch("webhookStates", state._id, changes);
  }
  const failingSinceMs = state.failingSinceMs ?? attempt.atMs;
  await ctx.db.patch("webhookStates", state._id, { wakeAtMs, failingSinceMs });
  if (!webhook.isEnabled) return;
  if (attempt.statusCode === goneStatus) await disableWebhook(ctx, webhook, "gone");
  else if (attempt.atMs - failingSinceMs >= maxFailingMs) await disableWebhook(ctx, webhook, "failing");
}
