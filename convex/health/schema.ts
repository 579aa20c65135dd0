import { defineTable } from "convex/server";
import { v } from "convex/values";

export const healthTables = {
  // When it was last tried whether the database takes writes, one row for the whole deployment. Written by `/healthz`.
  healthProbes: defineTable({ atMs: v.number() }),
};
