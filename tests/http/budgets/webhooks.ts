// Webhooks. A project has at most twenty, so there are two in the project of the request, with many deliveries. What
// sends a message comes after all that shows webhooks.
import type { Area } from "../../support/readBudgets/area";

const paginationOpts = { numItems: 3, cursor: null };
const address = { url: "https://receiver.example/hook" };
const span = { from: "2026-01-01T00:00:00Z", to: "2026-01-02T00:00:00Z" };

export const area: Area = {
  rows: {
    webhooks: (at) => ({
      projectId: at.index < 4 ? at.projectId : at.id("projects"),
      url: `https://receiver.example/${at.unique}`,
      events: ["run.*"],
      isEnabled: true,
      secrets: { current: { name: at.unique, ciphertext: "v2.none" } },
      updatedAtMs: 0,
    }),
    webhookStates: (at) => ({ projectId: at.id("projects"), webhookId: at.id("webhooks") }),
    webhookFeeds: (at) => ({ projectId: at.id("projects"), commitTs: 0n, createdAt: 0 }),
    webhookDeliveries: (at) => ({
      projectId: at.projectId,
      webhookId: at.parent("webhooks"),
      eventId: at.id("events"),
      eventType: "run.started",
      status: "succeeded",
      dueAtMs: 0,
      tries: 0,
      attempts: [{ atMs: at.index, durationMs: 20, statusCode: 200, error: null }],
    }),
    // There is one row at most.
    webhookSenders: () => ({ holder: "nobody", heldUntilMs: 0, nextRunAtMs: 0 }),
  },
  grow: { webhookDeliveries: "all that is sent in thirty days" },
  budgets: [
    ["GET /webhooks", 8, { limit: 3 }],
    ["GET /webhooks/:id", 6, ({ publicId }) => ({ id: publicId("webhooks") })],
    ["POST /webhooks", 18, { ...address, events: ["run.failed"], description: "Alerts" }],
    ["PUT /webhooks/:id", 10, ({ publicId }) => ({ id: publicId("webhooks"), isEnabled: false })],
    ["PUT /webhooks/:id", 13, ({ publicId }) => ({ id: publicId("webhooks"), isEnabled: true, events: ["*"] })],
    ["POST /webhooks/:id/rotate-secret", 10, ({ publicId }) => ({ id: publicId("webhooks"), graceSeconds: 60 })],
    ["GET /webhooks/:id/deliveries", 9, ({ publicId }) => ({ id: publicId("webhooks"), limit: 3 })],
    [
      "GET /webhooks/:id/deliveries",
      9,
      ({ publicId }) => ({ id: publicId("webhooks"), status: "succeeded", limit: 3 }),
    ],
    ["function webhooks/dashboard:list", 9, ({ projectId }) => ({ projectId, paginationOpts })],
    ["function webhooks/dashboard:get", 5, ({ projectId, publicId }) => ({ projectId, id: publicId("webhooks") })],
    ["function webhooks/dashboard:create", 18, ({ projectId }) => ({ projectId, ...address })],
    [
      "function webhooks/dashboard:update",
      6,
      ({ projectId, publicId }) => ({ projectId, id: publicId("webhooks"), description: "Alerts" }),
    ],
    [
      "function webhooks/dashboard:rotateSecret",
      10,
      ({ projectId, publicId }) => ({ projectId, id: publicId("webhooks"), graceSeconds: 0 }),
    ],
    [
      "function webhooks/dashboard:deliveries",
      7,
      ({ projectId, publicId }) => ({ projectId, id: publicId("webhooks"), paginationOpts }),
    ],
    // Another webhook than that of the retry, because which of two deliveries is due first is up to the jitter.
    ["POST /webhooks/:id/test", 6, ({ publicId }) => ({ id: publicId("webhooks", 2) })],
    [
      "POST /webhooks/:id/deliveries/:deliveryId/retry",
      8,
      ({ publicId }) => ({ id: publicId("webhooks"), deliveryId: publicId("webhookDeliveries") }),
    ],
    ["POST /webhooks/:id/replay", 5, ({ publicId }) => ({ id: publicId("webhooks"), ...span })],
    ["function webhooks/dashboard:test", 6, ({ projectId, publicId }) => ({ projectId, id: publicId("webhooks") })],
    [
      "function webhooks/dashboard:retry",
      8,
      ({ projectId, publicId }) => ({
        projectId,
        id: publicId("webhooks"),
        deliveryId: publicId("webhookDeliveries", 2),
      }),
    ],
    [
      "function webhooks/dashboard:replay",
      5,
      ({ projectId, publicId }) => ({ projectId, id: publicId("webhooks"), ...span }),
    ],
    ["DELETE /webhooks/:id", 11, ({ publicId }) => ({ id: publicId("webhooks") })],
    [
      "function webhooks/dashboard:remove",
      10,
      ({ projectId, publicId }) => ({ projectId, id: publicId("webhooks", 2) }),
    ],
  ],
};
