import { defineTable } from "convex/server";
import { v } from "convex/values";

export const apiKeyTables = {
  // The API keys of projects. Every REST request reads one by its hash, and only a revocation or an expiry changes one.
  // A key may do no more than the person for whom it was made may do now. It ends with that person's membership and
  // with the key that made it (callers/keyStanding.ts). The key itself is not stored, only its hash and `prefix`.
  // Revoked keys stay, so that lists can show them.
  apiKeys: defineTable({
    projectId: v.id("projects"),
    // The user for whom the key was made. For a request with this key, that is "the current user".
    userId: v.id("users"),
    // The key whose request made this one, which ends with it. Absent when a person or an administrator made this one.
    madeByKeyId: v.optional(v.id("apiKeys")),
    name: v.string(),
    // SHA-256 of the whole key, in hex.
    hash: v.string(),
    // The part by which people recognise a key: `svc_test_` or `svc_live_` and the first 8 random characters.
    prefix: v.string(),
    scopes: v.array(v.string()),
    revokedAtMs: v.union(v.number(), v.null()),
    expiresAtMs: v.optional(v.number()),
    // Set when the key has expired: the platform keeps results until a row changes, and the clock changes none.
    hasExpired: v.optional(v.literal(true)),
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
