import { defineTable } from "convex/server";
import { v } from "convex/values";
import { endingFields, creationFields } from "../callers/credentialFields";

export const runnerTokenTables = {
  // The tokens with which runners serve one project alone. Every call with one reads it by its hash. A token is valid
  // while the person for whom it was made could make it again, and while the key that made it is
  // (callers/runnerTokens.ts).
  runnerTokens: defineTable({
    ...creationFields,
    // The kinds of jobs that its holder may claim, and on whose things it may work. Absent when these are all.
    kinds: v.optional(v.array(v.string())),
    ...endingFields,
  })
    .index("by_hash", ["hash"])
    .index("by_project", ["projectId"]),
};
