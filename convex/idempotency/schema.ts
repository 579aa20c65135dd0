import { defineTable } from "convex/server";
import { v } from "convex/values";

export const idempotencyTables = {
  // The answers to requests with an Idempotency-Key, each written in the transaction of the change that it answers, so
  // that neither is ever there without the other. Read by repeats for 24 hours, then swept.
  idempotencyKeys: defineTable({
    // Of a REST request; the job runner's calls have none.
    projectId: v.optional(v.id("projects")),
    // SHA-256 of the Idempotency-Key.
    keyHash: v.string(),
    // SHA-256 of the Idempotency-Key, method, path and body: salted by the first, of which only a hash is kept, so that
    // nobody finds out a secret in the body by trying.
    fingerprint: v.string(),
    // The answer as JSON; null where it holds what is shown once. One that is long is empty here, and in parts.
    answer: v.union(v.string(), v.null()),
    partCount: v.optional(v.number()),
  }).index("by_project_and_key", ["projectId", "keyHash"]),
  // Long answers, numbered from 0. They go with their key.
  idempotencyParts: defineTable({ keyId: v.id("idempotencyKeys"), number: v.number(), text: v.string() }).index(
    "by_key",
    ["keyId", "number"],
  ),
};
