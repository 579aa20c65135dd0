import { defineTable } from "convex/server";
import { v } from "convex/values";
import type { Infer } from "convex/values";
import { literals } from "../lib/literals";
import { deliveryStatuses, disabledReasons } from "./reasons";

/** An encrypted secret. `name` is in its associated data, so a ciphertext in another row cannot be decrypted. */
export const sealedSecret = v.object({ name: v.string(), ciphertext: v.string() });

const endingSecret = v.object({ ...sealedSecret.fields, untilMs: v.number() });

export const attempt = v.object({
  atMs: v.number(),
  durationMs: v.number(),
  // Null when no answer came.
  statusCode: v.union(v.number(), v.null()),
  // A sentence for people. Null after a success.
  error: v.union(v.string(), v.null()),
});
export type Attempt = Infer<typeof attempt>;

export const webhookTables = {
  // The addresses to which the events of a project are sent. People change these rows; what the deliveries change often
  // is in `webhookStates`.
  webhooks: defineTable({
    projectId: v.id("projects"),
    url: v.string(),
    // Types of events, or patterns such as `run.*` (events/types.ts).
    events: v.array(v.string()),
    description: v.optional(v.string()),
    isEnabled: v.boolean(),
    disabledReason: v.optional(literals(disabledReasons)),
    // The position (events/feedPosition.ts) of the last event before it was made, or enabled again. Webhooks follow the
    // feed together and a little later, and what happened until then is not for this one. Absent in earlier rows.
    startsAfter: v.optional(v.string()),
    secrets: v.object({
      current: sealedSecret,
      // Messages are also signed with the secret before, until then. `earlier` has those whose time was not over when
      // that one came, the newest first.
      former: v.optional(endingSecret),
      earlier: v.optional(v.array(endingSecret)),
    }),
    // What a person has last asked to have sent again.
    lastReplay: v.optional(v.object({ atMs: v.number(), fromMs: v.number(), toMs: v.number() })),
    updatedAtMs: v.number(),
  }).index("by_project", ["projectId"]),
  // One row for each webhook: what its deliveries have come to.
  webhookStates: defineTable({
    projectId: v.id("projects"),
    webhookId: v.id("webhooks"),
    // When its next delivery is due. Absent while nothing is pending.
    wakeAtMs: v.optional(v.number()),
    // The last success.
    lastDeliveryAtMs: v.optional(v.number()),
    // The first failure since the last success.
    failingSinceMs: v.optional(v.number()),
  })
    .index("by_project", ["projectId"])
    .index("by_webhook", ["webhookId"])
    .index("by_wake", ["wakeAtMs"]),
  // How far the webhooks of a project have followed its feed: the position of the last event for which deliveries are
  // written. One row for each project that has ever had a webhook.
  webhookFeeds: defineTable({
    projectId: v.id("projects"),
    commitTs: v.int64(),
    createdAt: v.number(),
  }).index("by_project", ["projectId"]),
  // One row for each message to a webhook. It is written in the transaction that moves the position in the feed.
  webhookDeliveries: defineTable({
    projectId: v.id("projects"),
    webhookId: v.id("webhooks"),
    // Absent for a test, which reports nothing.
    eventId: v.optional(v.id("events")),
    eventType: v.string(),
    status: literals(deliveryStatuses),
    // When it may be sent. While it is being sent, the time after which that is given up as lost.
    dueAtMs: v.number(),
    // When the present sender has taken it. Absent while nobody sends it.
    takenAtMs: v.optional(v.number()),
    // How often it was tried since it was made, or since a person asked for it again.
    tries: v.number(),
    // The last attempts, in their order.
    attempts: v.array(attempt),
  })
    // Lists use these two indexes in the order of creation.
    // eslint-disable-next-line @convex-dev/no-duplicate-indexes
    .index("by_webhook", ["webhookId"])
    // eslint-disable-next-line @convex-dev/no-duplicate-indexes
    .index("by_webhook_and_status", ["webhookId", "status"])
    .index("by_due", ["webhookId", "status", "dueAtMs"])
    .index("by_project", ["projectId"]),
  // The one sender of the deployment, in at most one row.
  webhookSenders: defineTable({
    // The sender at work, until the time at which it counts as lost.
    holder: v.string(),
    heldUntilMs: v.number(),
    // When the next sender is scheduled.
    nextRunAtMs: v.number(),
  }),
};
