import { internal } from "../_generated/api";
import { memberAction, preparedMutation } from "../dashboard/actions";
import { memberGet } from "../dashboard/builders";
import { memberList } from "../dashboard/lists";
import { memberWritesAt } from "../dashboard/writes";
import * as handlers from "./handlers";
import { rotationPreparation, webhookPreparation } from "./preparation";
import type { PreparedRotation, PreparedWebhook } from "./preparation";
import type { WebhookView } from "./present";
import * as requests from "./requests";

export const list = memberList("project:read", handlers.list);
export const get = memberGet("project:read", handlers.get);
export const deliveries = memberList("project:read", handlers.deliveries);

type WithSecret = WebhookView & { secret: string };

/** Makes a webhook. Only the answer contains its secret. */
export const create = memberAction(
  "webhooks:manage",
  requests.create,
  async (ctx, { projectId, id }, request): Promise<WithSecret> => {
    const { input, shownOnce } = await webhookPreparation.prepare(request, id);
    const view: WebhookView = await ctx.runMutation(internal.webhooks.dashboard.store, { projectId, input });
    return { ...view, ...shownOnce };
  },
);

export const store = preparedMutation(
  "webhooks:manage",
  async (ctx, webhook: PreparedWebhook): Promise<WebhookView> => await handlers.create(ctx, webhook),
);

/** Gives a webhook another secret. Only the answer contains it. */
export const rotateSecret = memberAction(
  "webhooks:manage",
  requests.rotateSecretOf,
  async (ctx, { projectId, id }, request): Promise<WithSecret> => {
    const { input, shownOnce } = await rotationPreparation.prepare(request, id);
    const view: WebhookView = await ctx.runMutation(internal.webhooks.dashboard.storeSecret, { projectId, input });
    return { ...view, ...shownOnce };
  },
);

export const storeSecret = preparedMutation(
  "webhooks:manage",
  async (ctx, rotation: PreparedRotation): Promise<WebhookView> => await handlers.rotateSecret(ctx, rotation),
);

export const { update, remove, test, replay } = memberWritesAt("webhooks:manage", ["id"], requests, handlers);
export const { retry } = memberWritesAt("webhooks:manage", ["id", "deliveryId"], requests, handlers);
