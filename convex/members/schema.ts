import { defineTable } from "convex/server";
import { v } from "convex/values";
import { literals } from "../lib/literals";
import { memberRoles } from "../callers/roles";

export const memberRole = literals(memberRoles);

export const memberTables = {
  // Who belongs to a project, one row per project and user. The first owner is the user for whom administrators make
  // further keys.
  projectMembers: defineTable({
    projectId: v.id("projects"),
    userId: v.id("users"),
    role: memberRole,
  })
    // Lists go by time of creation.
    // eslint-disable-next-line @convex-dev/no-duplicate-indexes
    .index("by_project", ["projectId"])
    .index("by_project_and_user", ["projectId", "userId"])
    .index("by_project_and_role", ["projectId", "role"])
    .index("by_user", ["userId"]),
  // Who was invited to a project while nobody with the address was known, one row per project and address, which is
  // folded to lower case as in `users`. It ends as members/inviting.ts says.
  projectInvitations: defineTable({
    projectId: v.id("projects"),
    email: v.string(),
    role: memberRole,
    // Who invited in this role, and the key they did it with, if any. Those made before these were noted have none.
    invitedBy: v.optional(v.id("users")),
    invitedWithKeyId: v.optional(v.id("apiKeys")),
    // With those that have none it follows from when they were made.
    expiresAtMs: v.optional(v.number()),
  })
    .index("by_project_and_email", ["projectId", "email"])
    .index("by_email", ["email"])
    .index("by_giver", ["invitedBy", "projectId", "role"])
    .index("by_key", ["invitedWithKeyId"])
    // Lists go by time of creation.
    // eslint-disable-next-line @convex-dev/no-duplicate-indexes
    .index("by_project", ["projectId"]),
};
