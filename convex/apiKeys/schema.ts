import { defineTable } from "convex/server";
import { v } from "convex/values";

export const apiKeyTables = {
  // The keys of projects; every REST request reads one by its hash and nothing but a revocation or expiry changes one.
  // A key does no more than the person for whom it was made may do now, and ends with them and with the key that made
  // it, as callers/keyStanding.ts finds out.
  // Neither the key nor any other part of it than `prefix` is stored. Revoked keys stay, so that they can still be
  // listed.
  apiKeys: defineTable({
    projectId: v.id("projects"),
    // The user for whom the key was made; "the current user" of a request that carries it.
    userId: v.id("users"),
    // The key whose request made this one, and which it ends with; a person or an administrator made it otherwise.
    madeByKeyId: v.optional(v.id("apiKeys")),
    name: v.string(),
    // SHA-256 of the whole key, in hex.
    hash: v.string(),
    // What people recognise a key by: `svc_test_` or `svc_live_` and the first 8 random characters.
    prefix: v.string(),
    scopes: v.array(v.string()),
    revokedAtMs: v.union(v.number(), v.null()),
    expiresAtMs: v.optional(v.number()),
    // Set when that time has come. Results of queries are kept while what they read stays the same, so a comparison
    // with the clock alone would go unnoticed.
    hasExpired: v.optional(v.literal(true)),
  })
    .index("by_hash", ["hash"])
    // Lists go by time of creation.
    // eslint-disable-next-line @convex-dev/no-duplicate-indexes
    .index("by_project", ["projectId"])
    .index("by_user_and_revocation", ["userId", "revokedAtMs"])
    .index("by_holder_and_revocation", ["projectId", "userId", "revokedAtMs"])
    .index("by_maker_and_revocation", ["madeByKeyId", "revokedAtMs"]),
  // Each authenticated request adds a row and reads none. Folded into `apiKeyLastUses` after a while.
  apiKeyUses: defineTable({ keyId: v.id("apiKeys") }).index("by_key", ["keyId"]),
  // The last use of a key among those that were folded, at most one row each.
  apiKeyLastUses: defineTable({ keyId: v.id("apiKeys"), lastUsedAtMs: v.number() }).index("by_key", ["keyId"]),
};
