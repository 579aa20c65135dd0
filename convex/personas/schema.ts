import { defineTable } from "convex/server";
import { v } from "convex/values";

const personaFields = {
  name: v.string(),
  description: v.optional(v.string()),
  // A type such as `designer` or `optimizer`. Projects may use their own types, so it is free text.
  type: v.string(),
  cliId: v.optional(v.string()),
  model: v.optional(v.string()),
  thinkingEffort: v.optional(v.string()),
  instructions: v.optional(v.string()),
  selectedSkills: v.array(v.string()),
  isEnabled: v.boolean(),
  learningsEnabled: v.boolean(),
};

/** Sums over the finished steps of a persona. */
const personaSums = {
  // Each run is counted once, when the first of its steps with the persona ends.
  runs: v.number(),
  steps: v.number(),
  completed: v.number(),
  failed: v.number(),
  qualitySum: v.number(),
  qualityCount: v.number(),
  inputTokens: v.number(),
  outputTokens: v.number(),
  costMicroUsd: v.number(),
  durationSumMs: v.number(),
  durationCount: v.number(),
};

export const personaTables = {
  // Personas describe how agents behave. Each change also adds a version; `version` is the number of the newest. People
  // delete them for good: workflows keep the id of a deleted persona, and their steps then run without one.
  personas: defineTable({
    projectId: v.id("projects"),
    ...personaFields,
    version: v.number(),
    // The id of that version. Absent only until the row of the first version is written, in the same transaction.
    versionId: v.optional(v.id("personaVersions")),
    updatedAtMs: v.number(),
  })
    .index("by_project", ["projectId"])
    .searchIndex("search_name", { searchField: "name", filterFields: ["projectId"] }),
  // The versions of personas. They never change, and steps refer to the version that they ran with. They stay when the
  // persona is deleted, because steps still show them, and are deleted together with the project.
  personaVersions: defineTable({
    projectId: v.id("projects"),
    personaId: v.id("personas"),
    version: v.number(),
    ...personaFields,
  })
    .index("by_persona_and_version", ["personaId", "version"])
    .index("by_project", ["projectId"]),
  // The statistics of a persona are the sum of up to sixteen rows, so that the ends of steps rarely conflict.
  personaCounters: defineTable({
    projectId: v.id("projects"),
    personaId: v.id("personas"),
    shard: v.number(),
    total: v.object(personaSums),
    // The last UTC day with a change, as YYYY-MM-DD, and the sums of that day. Earlier days are in `personaDays`.
    date: v.string(),
    day: v.object(personaSums),
  })
    .index("by_persona", ["personaId", "shard"])
    .index("by_project", ["projectId"]),
  // The statistics of a persona on one UTC day. The sums in `personaCounters` for the same day are additional.
  personaDays: defineTable({
    projectId: v.id("projects"),
    personaId: v.id("personas"),
    // The day as YYYY-MM-DD.
    date: v.string(),
    ...personaSums,
  })
    .index("by_persona_and_date", ["personaId", "date"])
    .index("by_project", ["projectId"]),
};
