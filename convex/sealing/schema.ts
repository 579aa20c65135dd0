import { defineTable } from "convex/server";
import { v } from "convex/values";

export const sealingTables = {
  // One row at most: the key under which secrets are sealed, by its id. Written by the first secret, and by whoever seals
  // all of them anew; a secret under another key is refused, so that a wrong key is noticed before anything depends on it.
  sealingKeys: defineTable({ keyId: v.string() }),
};
