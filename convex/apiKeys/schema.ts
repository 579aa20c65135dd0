import { defineTable } from "convex/server";
import { v } from "convex/values";
import { endingFields, creationFields } from "../callers/credentialFields";
import { presets } from "../callers/scopes";
import { literals } from "../lib/literals";

/** Each belongs to a time before the end of a key. */
export const expiryNotices = ["week", "day"] as const;

export const apiKeyTables = {
  // The API keys of projects. Every REST request reads one by its hash, and only a revocation or an expiry changes one.
  // A key ends with the membership of the person for whom it was made, and with the key that made it
  // (callers/credentialValidity.ts).
  apiKeys: defineTable({
    ...creationFields,
    scopes: v.array(v.string()),
    // The preset that the key was made with. Absent when it was made with scopes.
    preset: v.optional(literals(presets)),
    // The workflows whose runs, chains and recurring tasks alone the key may start and change. Absent: those of all.
    workflowIds: v.optional(v.array(v.id("workflows"))),
    ...endingFields,
    // The key that took the place of this one, which ends at `expiresAtMs`.
    replacedByKeyId: v.optional(v.id("apiKeys")),
    // The last notice about the end of the key that is given or not needed (expiryNotices.ts).
    expiryNotice: v.optional(literals(expiryNotices)),
  })
    .index("by_hash", ["hash"])
    // Lists are in the order of creation.
    // eslint-disable-next-line @convex-dev/no-duplicate-indexes
    .index("by_project", ["projectId"])
    .index("by_user_and_revocation", ["userId", "revokedAtMs"])
    .index("by_holder_and_revocation", ["projectId", "userId", "revokedAtMs"])
    .index("by_maker_and_revocation", ["madeByKeyId", "revokedAtMs"])
    .index("by_notice_and_expiry", ["expiryNotice", "expiresAtMs"]),
  // Authenticated requests add a row and read none. Rows are folded into `apiKeyLastUses` after a while. The route is
  // absent when the request had none, such as one for an unknown path.
  apiKeyUses: defineTable({
    keyId: v.id("apiKeys"),
    route: v.optional(v.string()),
    // Only rows of writes have these, while there is a limit: how many the lane has counted in the minute with this one
    // (callers/writeCounts.ts).
    lane: v.optional(v.number()),
    minute: v.optional(v.object({ sinceMs: v.number(), count: v.number() })),
  })
    // The last use of a key is that of all its lanes.
    // eslint-disable-next-line @convex-dev/no-duplicate-indexes
    .index("by_key", ["keyId"])
    .index("by_key_and_lane", ["keyId", "lane"]),
  // The last use of each key among the rows that were folded, at most one row per key.
  apiKeyLastUses: defineTable({
    keyId: v.id("apiKeys"),
    lastUsedAtMs: v.number(),
    route: v.optional(v.string()),
  }).index("by_key", ["keyId"]),
};
