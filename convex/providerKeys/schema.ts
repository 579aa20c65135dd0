import { defineTable } from "convex/server";
import { v } from "convex/values";

export const providerKeyTables = {
  // Credentials for outside services, one row per project and provider. Only the job runner receives them in full.
  providerKeys: defineTable({
    projectId: v.id("projects"),
    // The name in lower case, such as `anthropic`.
    provider: v.string(),
    // Encrypted by lib/encryption.ts; providerKeys/model.ts has the associated data.
    ciphertext: v.string(),
    lastFour: v.string(),
    updatedAt: v.number(),
    // The origins to which a key of a code host may go (origins.ts). Absent for other providers.
    origins: v.optional(v.array(v.string())),
  })
    // Lists use this index in the order of creation.
    // eslint-disable-next-line @convex-dev/no-duplicate-indexes
    .index("by_project", ["projectId"])
    .index("by_project_and_provider", ["projectId", "provider"]),
};
