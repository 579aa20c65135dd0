/* eslint-disable @convex-dev/no-duplicate-indexes -- Each filter has an index that continues with the time */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { actor } from "../callers/actor";
import { literals } from "../lib/literals";

export const auditTables = {
  // Who changed what, one row for each change by REST or the dashboard (callers/audited.ts). Nothing changes a row
  // but the departure of a person, whose address it forgets, and the clock deletes it (retention.ts).
  auditEntries: defineTable({
    projectId: v.id("projects"),
    actor,
    // The id of the actor, for the index. Absent for the system and for runners with the shared secret.
    actorId: v.optional(v.string()),
    action: v.string(),
    subjectType: v.optional(v.string()),
    subjectId: v.optional(v.string()),
    requestId: v.union(v.string(), v.null()),
    // The JSON text of an object, because the fields of an object in the database may not have every name.
    changes: v.string(),
    outcome: literals(["success", "refused"]),
  })
    .index("by_project", ["projectId"])
    .index("by_actor", ["projectId", "actorId"])
    .index("by_action", ["projectId", "action"])
    .index("by_actor_and_action", ["projectId", "actorId", "action"])
    .index("by_subject", ["projectId", "subjectId"]),
};
