import { defineTable } from "convex/server";
import { v } from "convex/values";
import type { Infer } from "convex/values";
import { literals } from "../lib/literals";

export const hookKinds = ["github", "gitlab"] as const;
export const hookKind = literals(hookKinds);
export type HookKind = Infer<typeof hookKind>;

export const hookTables = {
  // Addresses at which a code host says that there is news of pull requests. Admins make them.
  inboundHooks: defineTable({
    projectId: v.id("projects"),
    kind: hookKind,
    // Encrypted (sealing/associatedData.ts). `name` is a random one.
    secret: v.object({ name: v.string(), ciphertext: v.string() }),
  }).index("by_project", ["projectId"]),
  // The ids of messages that have taken effect, so that none takes effect twice. A later message deletes each row, long
  // after the host has stopped repeating that message. Deleted with the hook, too.
  hookDeliveries: defineTable({
    projectId: v.id("projects"),
    hookId: v.id("inboundHooks"),
    deliveryId: v.string(),
  })
    .index("by_project", ["projectId"])
    .index("by_delivery", ["hookId", "deliveryId"]),
};
