import { defineTable } from "convex/server";
import { v } from "convex/values";

export const idpTables = {
  // Messages of the identity provider that have taken effect, so that none does twice. Each is swept by a later one,
  // long after its sender has stopped to repeat it.
  idpMessages: defineTable({ messageId: v.string() }).index("by_message_id", ["messageId"]),
};
