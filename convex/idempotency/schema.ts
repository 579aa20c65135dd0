import { defineTable } from "convex/server";
import { v } from "convex/values";

export const idempotencyTables = {
  // The answers to requests with an Idempotency-Key. Each is written in the transaction of the change that it answers,
  // so neither exists without the other. Repeats read it for 24 hours, then it is deleted.
  idempotencyKeys: defineTable({
    // The project of a REST request or of a call with a runner token. Other calls of the job runner have none.
    projectId: v.optional(v.id("projects")),
    keyHash: v.string(),
    // SHA-256 of the Idempotency-Key, method, path and body. The key acts as a salt: only its hash is stored, so nobody
    // can guess a secret in the body by trying.
    fingerprint: v.string(),
    // The answer as JSON. Null when it holds a secret that is shown once. Empty when it is long and stored in parts.
    answer: v.union(v.string(), v.null()),
    partCount: v.optional(v.number()),
  }).index("by_project_and_key", ["projectId", "keyHash"]),
  // Parts of long answers, numbered from 0. They are deleted together with their key.
  idempotencyParts: defineTable({ keyId: v.id("idempotencyKeys"), number: v.number(), text: v.string() }).index(
    "by_key",
    ["keyId", "number"],
  ),
};
