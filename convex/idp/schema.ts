import { defineTable } from "convex/server";
import { v } from "convex/values";

export const idpTables = {
  // Messages of the identity provider that have taken effect, so that none does twice. Each is swept by a later one,
  // long after its sender has stopped to repeat it.
  idpMessages: defineTable({ messageId: v.string() }).index("by_message_id", ["messageId"]),
  // Who was deleted at the identity provider, at most one row each, kept for good: messages come in any order, and
  // somebody's last one may be delivered, or repeated by hand, long after the one that says that they are gone. The
  // provider gives no id twice.
  idpDepartures: defineTable({ idpUserId: v.string() }).index("by_idp_user_id", ["idpUserId"]),
};
