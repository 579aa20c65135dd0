// What the rows of API keys and runner tokens have alike. A key or token may do no more than the person for whom it was
// made may do now (keyStanding.ts, runners.ts). Revoked rows stay, so that lists can show them.
import { v } from "convex/values";

/** The key or token itself is not stored, only its hash and its prefix. */
export const creationFields = {
  projectId: v.id("projects"),
  // The user for whom it was made. For a request with a key, that is "the current user".
  userId: v.id("users"),
  // The key whose request made this one, which ends with it. Absent when a person or an administrator made this one.
  madeByKeyId: v.optional(v.id("apiKeys")),
  name: v.string(),
  // SHA-256 of the whole key or token, in hex.
  hash: v.string(),
  // The part by which people recognise it: `svc_test_`, `svc_live_` or `svc_runner_` and the first 8 random characters.
  prefix: v.string(),
};

export const endingFields = {
  revokedAtMs: v.union(v.number(), v.null()),
  expiresAtMs: v.optional(v.number()),
  // Set when the key or token has expired: the platform keeps results until a row changes, and the clock changes none.
  hasExpired: v.optional(v.literal(true)),
};
