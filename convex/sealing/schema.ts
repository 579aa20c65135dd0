import { defineTable } from "convex/server";
import { v } from "convex/values";

export const sealingTables = {
  // The id of the key that encrypts secrets, in at most one row. The first secret writes the row, and so does an
  // administrator who encrypts all secrets with another key. A new secret with a different key is refused, so that a
  // wrong key is noticed before anything depends on it.
  sealingKeys: defineTable({ keyId: v.string() }),
};
