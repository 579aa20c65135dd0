import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { apiError } from "../lib/errors";
import { positionText } from "../events/feedPosition";
import { newestPosition } from "../events/read";
import { getOrThrow } from "../lib/getDocument";
import { omitNullish } from "../lib/omitNullish";
import { patchAndReturn } from "../lib/patchAndReturn";
import { requireCurrentKey } from "../sealing/currentKey";
import { clearDisabledNotice } from "./disabling";
import { followWhileNeeded, maxWebhooks, webhooksOf } from "./feed";
import { testType } from "./message";
import type { PreparedWebhook } from "./preparation";
import type { UpdateRequest } from "./requests";
import { endingSecrets } from "./secrets";
import type { SealedSecret } from "./secrets";
import { nextDueMs, stateOf, wakeAt } from "./states";

type Webhook = Doc<"webhooks">;

/** Throws CONFLICT when the project has as many webhooks as it may. */
export async function createWebhook(
  ctx: MutationCtx,
  projectId: Id<"projects">,
  { url, events, description, isEnabled, sealed }: PreparedWebhook,
): Promise<Webhook> {
  if ((await webhooksOf(ctx, projectId)).length === maxWebhooks)
    throw apiError("CONFLICT", `A project can have at most ${maxWebhooks} webhooks. Delete one first.`);
  await requireCurrentKey(ctx, sealed.ciphertext);
  const id = await ctx.db.insert("webhooks", {
    projectId,
    url,
    events: [...new Set(events ?? ["*"])],
    ...omitNullish({ description }),
    isEnabled: isEnabled ?? true,
    startsAfter: positionText(await newestPosition(ctx, projectId)),
    secrets: { current: sealed },
    updatedAtMs: Date.now(),
  });
  await ctx.db.insert("webhookStates", { projectId, webhookId: id });
  await followWhileNeeded(ctx, projectId);
  return await getOrThrow(ctx, "webhooks", id);
}

export async function updateWebhook(ctx: MutationCtx, webhook: Webhook, changes: UpdateRequest): Promise<Webhook> {
  const { url = webhook.url, events, isEnabled = webhook.isEnabled } = changes;
  const description = changes.description === undefined ? webhook.description : (changes.description ?? undefined);
  const changed = await patchAndReturn(ctx, "webhooks", webhook, {
    url,
    events: events === undefined ? webhook.events : [...new Set(events)],
    description,
    isEnabled,
    startsAfter:
      isEnabled && !webhook.isEnabled
        ? positionText(await newestPosition(ctx, webhook.projectId))
        : webhook.startsAfter,
    disabledReason: isEnabled ? undefined : webhook.disabledReason,
    updatedAtMs: Date.now(),
  });
  if (isEnabled !== webhook.isEnabled) await followWhileNeeded(ctx, webhook.projectId);
  if (isEnabled && !webhook.isEnabled) await beginAgain(ctx, webhook._id);
  return changed;
}

/** What was pending when the webhook was disabled goes out now. */
async function beginAgain(ctx: MutationCtx, id: Id<"webhooks">): Promise<void> {
  await clearDisabledNotice(ctx, id);
  const state = await stateOf(ctx, id);
  if (state === null) return;
  await ctx.db.patch("webhookStates", state._id, { wakeAtMs: await nextDueMs(ctx, id), failingSinceMs: undefined });
  await wakeSender(ctx);
}

/** Sends what was pending when the project was deleted, now that it is restored. */
export async function resumeWebhooks(ctx: MutationCtx, projectId: Id<"projects">): Promise<void> {
  for (const { _id, isEnabled } of await webhooksOf(ctx, projectId)) {
    const dueAtMs = isEnabled ? await nextDueMs(ctx, _id) : undefined;
    if (dueAtMs !== undefined) await wakeAt(ctx, _id, dueAtMs);
  }
  await wakeSender(ctx);
}

/** Its deliveries are removed afterwards, in batches. */
export async function removeWebhook(ctx: MutationCtx, { _id: webhookId, projectId }: Webhook): Promise<void> {
  await ctx.db.delete("webhooks", webhookId);
  const state = await stateOf(ctx, webhookId);
  if (state !== null) await ctx.db.delete("webhookStates", state._id);
  await clearDisabledNotice(ctx, webhookId);
  await followWhileNeeded(ctx, projectId);
  await ctx.scheduler.runAfter(0, internal.webhooks.scheduled.clear, { webhookId });
}

/** The most secrets with which a message is signed. */
const maxSecrets = 5;

/** Until its grace ends, a secret signs messages, too. Without a grace all earlier ones end at once. */
export async function rotateSecret(
  ctx: MutationCtx,
  webhook: Webhook,
  current: SealedSecret,
  graceSeconds: number,
): Promise<Webhook> {
  await requireCurrentKey(ctx, current.ciphertext);
  const nowMs = Date.now();
  const ending = [{ ...webhook.secrets.current, untilMs: nowMs + graceSeconds * 1000 }, ...endingSecrets(webhook)]
    .filter(({ untilMs }) => graceSeconds > 0 && untilMs > nowMs)
    .slice(0, maxSecrets - 1);
  const [former, ...earlier] = ending;
  const secrets = { current, ...omitNullish({ former }), ...(earlier.length === 0 ? {} : { earlier }) };
  return await patchAndReturn(ctx, "webhooks", webhook, { secrets, updatedAtMs: nowMs });
}

/** Throws CONFLICT for a webhook to which nothing would be sent. */
export function requireEnabled(webhook: Webhook): Webhook {
  if (webhook.isEnabled) return webhook;
  throw apiError("CONFLICT", "The webhook is disabled. Enable it first.");
}

export async function testWebhook(ctx: MutationCtx, webhook: Webhook): Promise<Id<"webhookDeliveries">> {
  const { _id: webhookId, projectId } = requireEnabled(webhook);
  const dueAtMs = Date.now();
  const row = { projectId, webhookId, eventType: testType, status: "pending" as const, dueAtMs };
  const id = await ctx.db.insert("webhookDeliveries", { ...row, tries: 0, attempts: [] });
  await wakeAt(ctx, webhookId, dueAtMs);
  await wakeSender(ctx);
  return id;
}

/** One that is being sent at this moment stays as it is. */
export async function retryDelivery(
  ctx: MutationCtx,
  delivery: Doc<"webhookDeliveries">,
): Promise<Doc<"webhookDeliveries">> {
  const dueAtMs = Date.now();
  if (delivery.takenAtMs !== undefined && delivery.dueAtMs > dueAtMs) return delivery;
  const changed = await patchAndReturn(ctx, "webhookDeliveries", delivery, {
    status: "pending",
    dueAtMs,
    tries: 0,
    takenAtMs: undefined,
  });
  await wakeAt(ctx, delivery.webhookId, dueAtMs);
  await wakeSender(ctx);
  return changed;
}

export async function wakeSender(ctx: MutationCtx): Promise<void> {
  await ctx.scheduler.runAfter(0, internal.webhooks.sending.send, {});
}
