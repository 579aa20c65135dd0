import { defineTable } from "convex/server";
import { v } from "convex/values";

export const apiKeyTables = {
  // The keys of projects; every REST request reads one by its hash and nothing but a revocation or expiry changes one.
  // Neither the key nor any other part of it than `prefix` is stored. Revoked keys stay, so that they can still be
  // listed.
  apiKeys: defineTable({
    projectId: v.id("projects"),
    // The user for whom the key was made; "the current user" of a request that carries it.
    userId: v.id("users"),
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
    .index("by_project", ["projectId"])
    .index("by_user_and_revocation", ["userId", "revokedAtMs"]),
  // Each authenticated request adds a row and reads none. Folded into `apiKeyLastUses` after a while.
  apiKeyUses: defineTable({ keyId: v.id("apiKeys") }).index("by_key", ["keyId"]),
  // The last use of a key among those that were folded, at most one row each.
  apiKeyLastUses: defineTable({ keyId: v.id("apiKeys"), lastUsedAtMs: v.number() }).index("by_key", ["keyId"]),
};
