import { defineTable } from "convex/server";
import { v } from "convex/values";

export const idpTables = {
  // The ids of messages of the identity provider that have taken effect, so that none takes effect twice. A later
  // message deletes each row, long after the sender has stopped repeating that message.
  idpMessages: defineTable({ messageId: v.string() }).index("by_message_id", ["messageId"]),
  // The users who were deleted at the identity provider, at most one row per user, kept for good. Messages come in any
  // order, and an older message about a user may be delivered, or repeated by hand, long after the one about the
  // deletion. The provider never reuses an id.
  idpDepartures: defineTable({ idpUserId: v.string() }).index("by_idp_user_id", ["idpUserId"]),
};
