import { defineTable } from "convex/server";
import { v } from "convex/values";

export const healthTables = {
  // The time of the last test write to the database, one row for the whole deployment. Written by `/healthz`.
  healthProbes: defineTable({ atMs: v.number() }),
};
