import { defineTable } from "convex/server";
import { v } from "convex/values";

export const memberRole = v.union(v.literal("owner"), v.literal("admin"), v.literal("member"));

export const memberTables = {
  // Who belongs to a project, one row per project and user. The first owner is the user for whom administrators make
  // further keys.
  projectMembers: defineTable({
    projectId: v.id("projects"),
    userId: v.id("users"),
    role: memberRole,
  })
    .index("by_project_and_role", ["projectId", "role"])
    .index("by_user", ["userId"]),
};
