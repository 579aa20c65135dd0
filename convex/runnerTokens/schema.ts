import { defineTable } from "convex/server";
import { v } from "convex/values";

export const runnerTokenTables = {
  // The tokens with which runners serve one project alone. Every call with one reads it by its hash. A token is valid
  // while the person for whom it was made could make it again, and while the key that made it is (callers/runners.ts).
  // The token itself is not stored. Revoked tokens stay, so that lists can show them.
  runnerTokens: defineTable({
    projectId: v.id("projects"),
    // The person who made the token, or for whom the key that made it was made.
    userId: v.id("users"),
    // The key whose request made this token, which ends with it. Absent when a person made it.
    madeByKeyId: v.optional(v.id("apiKeys")),
    name: v.string(),
    // SHA-256 of the whole token, in hex.
    hash: v.string(),
    // The part by which people recognise a token: `svc_runner_` and the first 8 random characters.
    prefix: v.string(),
    // The kinds of jobs that its holder may claim. Absent when it may claim all.
    kinds: v.optional(v.array(v.string())),
    revokedAtMs: v.union(v.number(), v.null()),
    expiresAtMs: v.optional(v.number()),
    // Set when the token has expired: the platform keeps results until a row changes, and the clock changes none.
    hasExpired: v.optional(v.literal(true)),
  })
    .index("by_hash", ["hash"])
    .index("by_project", ["projectId"]),
};
