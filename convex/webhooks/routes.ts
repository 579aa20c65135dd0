import { internal } from "../_generated/api";
import { routeBuilders } from "../api/routeBuilders";
import type { Route } from "../api/routeBuilders";

const { endpoints } = internal.webhooks;
const { get, list, post, postPrepared, put, remove } = routeBuilders(() => import("./requests"));

const read = { scope: "webhooks:read" } as const;
const write = { scope: "webhooks:write" } as const;

export const routes: Route[] = [
  /** Lists webhooks, newest first, without their secrets. */
  list("/webhooks", endpoints.list, { ...read, query: "list" }),
  /** Shows a webhook, without its secret. */
  get("/webhooks/:id", endpoints.get, read),
  /** Makes a webhook. The answer shows its secret once and never again. */
  postPrepared("/webhooks", endpoints.create, {
    ...write,
    status: 201,
    body: "create",
    preparation: async () => (await import("./preparation")).webhookPreparation,
  }),
  /** Changes a webhook. Only the fields that are given change. */
  put("/webhooks/:id", endpoints.update, { ...write, body: "update" }),
  /** Deletes a webhook with its deliveries. */
  remove("/webhooks/:id", endpoints.remove, write),
  /** Gives a webhook another secret, which is shown once. Until the grace ends messages carry both signatures. */
  postPrepared("/webhooks/:id/rotate-secret", endpoints.rotateSecret, {
    ...write,
    body: "rotateSecret",
    preparation: async () => (await import("./preparation")).rotationPreparation,
  }),
  /** Sends a message of the type `webhook.test`. */
  post("/webhooks/:id/test", endpoints.test, write),
  /** Lists what was sent to a webhook, newest first, with each attempt. */
  list("/webhooks/:id/deliveries", endpoints.deliveries, { ...read, query: "deliveries" }),
  /** Sends a message again, now. */
  post("/webhooks/:id/deliveries/:deliveryId/retry", endpoints.retry, write),
  /** Sends the events of a span of time again, each under its own id. */
  post("/webhooks/:id/replay", endpoints.replay, { ...write, body: "replay" }),
];
