// The sender: an action that sends what is due, many messages at once, and ends when nothing is left. It begins when
// there are new deliveries, when one is due again, and once a minute in case that a sender was lost.
import { v } from "convex/values";
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import { internalAction, internalMutation, internalQuery } from "../_generated/server";
import type { ActionCtx } from "../_generated/server";
import { retryOnConflict } from "../lib/conflicts";
import { decrypt } from "../lib/encryption";
import { untilChanged } from "../lib/sleep";
import { webhookAssociatedData } from "../sealing/associatedData";
import { releaseLease, nextWakeMs, takeDue } from "./senderLease";
import type { Busy, TakenDelivery } from "./senderLease";
import { recordOutcome } from "./outcomes";
import type { Outcome } from "./outcomes";
import { post } from "./posting";
import type { Answer } from "./posting";
import { attempt } from "./schema";
import { signedHeaders } from "./signing";

/** Then another sender takes over: platforms limit how long an action runs. */
const turnMs = 60_000;
/**
 * A message that becomes due while others are under way is sent so soon where the platform cannot tell that it is due.
 * The embedded engine tells, so there a receiver that hangs delays no other.
 */
const pauseMs = 500;

export const take = internalMutation({
  args: {
    holder: v.string(),
    busy: v.array(v.object({ webhookId: v.id("webhooks"), count: v.number(), isFailing: v.boolean() })),
  },
  handler: async (ctx, { holder, busy }): Promise<TakenDelivery[] | null> => await takeDue(ctx, holder, busy),
});

/** When the next webhook has something to send. Null when none has. */
export const nextWake = internalQuery({
  args: {},
  handler: async (ctx): Promise<number | null> => await nextWakeMs(ctx),
});

export const record = internalMutation({
  args: {
    deliveryId: v.id("webhookDeliveries"),
    takenAtMs: v.number(),
    attempt,
    hasArrived: v.boolean(),
    retryAfterMs: v.union(v.number(), v.null()),
  },
  handler: async (ctx, outcome): Promise<null> => {
    await recordOutcome(ctx, outcome);
    return null;
  },
});

export const end = internalMutation({
  args: { holder: v.string() },
  handler: async (ctx, { holder }): Promise<null> => {
    await releaseLease(ctx, holder);
    return null;
  },
});

export const send = internalAction({
  args: {},
  handler: async (ctx): Promise<null> => {
    const holder = crypto.randomUUID();
    const underWay = new Map<TakenDelivery, Promise<void>>();
    let wait: Promise<void> | null = null;
    const endsAtMs = Date.now() + turnMs;
    while (Date.now() < endsAtMs) {
      const busy = busyOf([...underWay.keys()]);
      const taken = await retryOnConflict(() => ctx.runMutation(internal.webhooks.sending.take, { holder, busy }));
      if (taken === null) break;
      for (const delivery of taken) {
        const sent = sendOne(ctx, delivery).finally(() => underWay.delete(delivery));
        underWay.set(delivery, sent);
      }
      // One wait serves until it ends: each message that is done would begin another one.
      wait ??= untilDue(ctx).finally(() => (wait = null));
      await Promise.race([...underWay.values(), wait]);
    }
    await Promise.all(underWay.values());
    await retryOnConflict(() => ctx.runMutation(internal.webhooks.sending.end, { holder }));
    return null;
  },
});

/** Waits until a webhook is due that was not due before, or perhaps is where the platform cannot tell. */
async function untilDue(ctx: ActionCtx): Promise<void> {
  const wakeAtMs = await ctx.runQuery(internal.webhooks.sending.nextWake, {});
  const mostMs = Math.min(pauseMs, (wakeAtMs ?? Infinity) - Date.now());
  if (mostMs > 0) await untilChanged(pauseMs, mostMs);
}

function busyOf(deliveries: readonly TakenDelivery[]): Busy[] {
  const busy = new Map<Id<"webhooks">, Busy>();
  for (const { webhookId, isFailing } of deliveries) {
    const { count } = busy.get(webhookId) ?? { count: 0 };
    busy.set(webhookId, { webhookId, isFailing, count: count + 1 });
  }
  return [...busy.values()];
}

async function sendOne(ctx: ActionCtx, delivery: TakenDelivery): Promise<void> {
  const { deliveryId, takenAtMs, url, message } = delivery;
  const atMs = Date.now();
  const headers = await headersOf(delivery, atMs).catch((thrown: unknown) => {
    console.error(thrown);
    return null;
  });
  const { statusCode, error, retryAfterMs } = headers === null ? unsigned : await post(url, headers, message.body);
  const outcome: Outcome = {
    deliveryId,
    takenAtMs,
    attempt: { atMs, durationMs: Date.now() - atMs, statusCode, error },
    hasArrived: error === null,
    retryAfterMs,
  };
  await retryOnConflict(() => ctx.runMutation(internal.webhooks.sending.record, outcome));
}

/** The administrator can set the key with which the secret was sealed, so this is tried again, too. */
const unsigned: Answer = {
  statusCode: null,
  error: "It was not sent: the secret of the webhook cannot be decrypted.",
  retryAfterMs: null,
};

async function headersOf({ projectId, secrets, message }: TakenDelivery, nowMs: number) {
  const plain = await Promise.all(
    secrets.map(({ name, ciphertext }) => decrypt(ciphertext, webhookAssociatedData(projectId, name))),
  );
  return await signedHeaders(message, plain, nowMs);
}
