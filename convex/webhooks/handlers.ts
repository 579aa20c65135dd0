import { v } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { ReadCtx, WriteCtx } from "../callers/caller";
import { listOf, ofProject } from "../callers/lists";
import { getOwn } from "../lib/getDocument";
import { literals } from "../lib/literals";
import { newestFirstBy } from "../lib/newestFirst";
import { notFound, publicId, withIds } from "../lib/publicIds";
import {
  createWebhook,
  removeWebhook,
  requireEnabled,
  retryDelivery,
  rotateSecret as rotate,
  testWebhook,
  updateWebhook,
} from "./model";
import type { PreparedRotation, PreparedWebhook } from "./preparation";
import { presentDelivery, presentWebhook } from "./present";
import type { DeliveryView, WebhookView } from "./present";
import { deliveryStatuses } from "./reasons";
import { startReplay } from "./replay";
import type { ReplayRequest, UpdateRequest } from "./requests";

type Named = { id: string };

export const list = listOf({
  name: "webhooks",
  bounds: "small",
  filters: {},
  find: ofProject("webhooks"),
  present: (webhook: Doc<"webhooks">, ctx) => presentWebhook(ctx, webhook),
});

export const deliveries = listOf({
  name: "webhooks/deliveries",
  bounds: "usual",
  filters: { id: v.string(), status: v.optional(literals(deliveryStatuses)) },
  find: async (ctx: ReadCtx, { id, status }) => {
    const { _id: webhookId } = await getOwn(ctx, "webhooks", id);
    const range =
      status === undefined
        ? newestFirstBy(ctx, "webhookDeliveries", "by_webhook", { webhookId })
        : newestFirstBy(ctx, "webhookDeliveries", "by_webhook_and_status", { webhookId, status });
    return { range, filters: { id, status } };
  },
  present: (delivery: Doc<"webhookDeliveries">) => presentDelivery(delivery),
});

export async function get(ctx: ReadCtx, { id }: Named): Promise<WebhookView> {
  return await presentWebhook(ctx, await getOwn(ctx, "webhooks", id));
}

export async function create(ctx: WriteCtx, request: PreparedWebhook): Promise<WebhookView> {
  return await presentWebhook(ctx, await createWebhook(ctx, ctx.project._id, request));
}

export async function update(ctx: WriteCtx, { id, ...changes }: Named & UpdateRequest): Promise<WebhookView> {
  const webhook = await getOwn(ctx, "webhooks", id);
  return await presentWebhook(ctx, await updateWebhook(ctx, webhook, changes));
}

export async function remove(ctx: WriteCtx, { id }: Named) {
  const webhook = await getOwn(ctx, "webhooks", id);
  await removeWebhook(ctx, webhook);
  return withIds("webhooks", webhook._id, { deleted: true });
}

const usualGraceSeconds = 86_400;

export async function rotateSecret(
  ctx: WriteCtx,
  { id, graceSeconds, sealed }: PreparedRotation,
): Promise<WebhookView> {
  const webhook = await getOwn(ctx, "webhooks", id);
  return await presentWebhook(ctx, await rotate(ctx, webhook, sealed, graceSeconds ?? usualGraceSeconds));
}

/** Sends a message of the type `webhook.test`, whatever the webhook asks for. */
export async function test(ctx: WriteCtx, { id }: Named): Promise<{ deliveryId: string }> {
  const webhook = await getOwn(ctx, "webhooks", id);
  return { deliveryId: publicId("webhookDeliveries", await testWebhook(ctx, webhook)) };
}

export async function retry(ctx: WriteCtx, { id, deliveryId }: Named & { deliveryId: string }): Promise<DeliveryView> {
  const webhook = await getOwn(ctx, "webhooks", id);
  const delivery = await deliveryOf(ctx, webhook._id, deliveryId);
  requireEnabled(webhook);
  return presentDelivery(await retryDelivery(ctx, delivery));
}

async function deliveryOf(ctx: ReadCtx, webhookId: Id<"webhooks">, text: string): Promise<Doc<"webhookDeliveries">> {
  const delivery = await getOwn(ctx, "webhookDeliveries", text);
  if (delivery.webhookId !== webhookId) throw notFound("webhookDeliveries", text);
  return delivery;
}

/** Each event of the span that the webhook asks for is sent again. */
export async function replay(ctx: WriteCtx, { id, from, to }: Named & ReplayRequest): Promise<{ count: number }> {
  const webhook = requireEnabled(await getOwn(ctx, "webhooks", id));
  return { count: await startReplay(ctx, webhook, { fromMs: from, toMs: to }) };
}
