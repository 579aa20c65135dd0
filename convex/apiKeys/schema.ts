import { defineTable } from "convex/server";
import { v } from "convex/values";
import { endingFields, creationFields } from "../callers/credentialFields";

export const apiKeyTables = {
  // The API keys of projects. Every REST request reads one by its hash, and only a revocation or an expiry changes one.
  // A key ends with the membership of the person for whom it was made, and with the key that made it
  // (callers/credentialValidity.ts).
  apiKeys: defineTable({
    ...creationFields,
    scopes: v.array(v.string()),
    ...endingFields,
  })
    .index("by_hash", ["hash"])
    // Lists are in the order of creation.
    // eslint-disable-next-line @convex-dev/no-duplicate-indexes
    .index("by_project", ["projectId"])
    .index("by_user_and_revocation", ["userId", "revokedAtMs"])
    .index("by_holder_and_revocation", ["projectId", "userId", "revokedAtMs"])
    .index("by_maker_and_revocation", ["madeByKeyId", "revokedAtMs"]),
  // Authenticated requests add a row and read none. Rows are folded into `apiKeyLastUses` after a while.
  apiKeyUses: defineTable({ keyId: v.id("apiKeys") }).index("by_key", ["keyId"]),
  // The last use of each key among the rows that were folded, at most one row per key.
  apiKeyLastUses: defineTable({ keyId: v.id("apiKeys"), lastUsedAtMs: v.number() }).index("by_key", ["keyId"]),
};
