import { defineTable } from "convex/server";
import { v } from "convex/values";
import { literals } from "../lib/literals";
import { memberRoles } from "../callers/roles";

export const memberRole = literals(memberRoles);

export const memberTables = {
  // Members of projects, one row per project and user. Keys that an administrator makes belong to the first owner.
  projectMembers: defineTable({
    projectId: v.id("projects"),
    userId: v.id("users"),
    role: memberRole,
  })
    // Lists use this index in the order of creation.
    // eslint-disable-next-line @convex-dev/no-duplicate-indexes
    .index("by_project", ["projectId"])
    .index("by_project_and_user", ["projectId", "userId"])
    .index("by_project_and_role", ["projectId", "role"])
    .index("by_user", ["userId"]),
  // Invitations, one row per project and address in lower case. members/invitations.ts says when an invitation ends.
  projectInvitations: defineTable({
    projectId: v.id("projects"),
    email: v.string(),
    role: memberRole,
    // The author of the invitation in this role, and the key that was used, if any.
    invitedBy: v.id("users"),
    invitedWithKeyId: v.optional(v.id("apiKeys")),
    expiresAtMs: v.number(),
  })
    .index("by_project_and_email", ["projectId", "email"])
    .index("by_email", ["email"])
    .index("by_giver", ["invitedBy", "projectId", "role"])
    .index("by_key", ["invitedWithKeyId"])
    // Lists use this index in the order of creation.
    // eslint-disable-next-line @convex-dev/no-duplicate-indexes
    .index("by_project", ["projectId"]),
};
