import { defineTable } from "convex/server";
import { v } from "convex/values";

export const providerKeyTables = {
  // Credentials of a project for services outside, one row per project and provider. Written by admins; shown to them
  // masked, and given in full to the job runner alone.
  providerKeys: defineTable({
    projectId: v.id("projects"),
    // Lower case, such as `anthropic`.
    provider: v.string(),
    // By lib/encryption.ts; providerKeys/model.ts says with which associated data.
    ciphertext: v.string(),
    lastFour: v.string(),
    updatedAt: v.number(),
  })
    // Lists go by time of creation.
    // eslint-disable-next-line @convex-dev/no-duplicate-indexes
    .index("by_project", ["projectId"])
    .index("by_project_and_provider", ["projectId", "provider"]),
};
