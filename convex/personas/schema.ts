import { defineTable } from "convex/server";
import { v } from "convex/values";

const personaFields = {
  name: v.string(),
  description: v.optional(v.string()),
  // Such as `designer` or `optimizer`: free text, as projects have types of their own.
  type: v.string(),
  cliId: v.optional(v.string()),
  model: v.optional(v.string()),
  thinkingEffort: v.optional(v.string()),
  instructions: v.optional(v.string()),
  selectedSkills: v.array(v.string()),
  isEnabled: v.boolean(),
  learningsEnabled: v.boolean(),
};

/** Sums over the steps that a persona has ended. */
const personaSums = {
  // Those in which a step of the persona was the first of its to end.
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
  // How agents behave. Each change also adds a version; `version` is the number of the newest. Deleted for good by people:
  // workflows go on naming the one they had, and the steps concerned then run without a persona.
  personas: defineTable({
    projectId: v.id("projects"),
    ...personaFields,
    version: v.number(),
    // That version; personas of older versions do not say.
    versionId: v.optional(v.id("personaVersions")),
    updatedAtMs: v.number(),
  }).index("by_project", ["projectId"]),
  // What a persona was at a time. Never changed; steps of runs refer to the one they ran with. Goes with its project:
  // a persona that is deleted leaves its versions to the steps that ran with them.
  personaVersions: defineTable({
    projectId: v.id("projects"),
    personaId: v.id("personas"),
    version: v.number(),
    ...personaFields,
  })
    .index("by_persona_and_version", ["personaId", "version"])
    .index("by_project", ["projectId"]),
  // What a persona's steps come to, in up to sixteen rows that are to be added up: the end of a step adds to any one of
  // them. Goes with its persona.
  personaTallies: defineTable({
    projectId: v.id("projects"),
    personaId: v.id("personas"),
    shard: v.number(),
    total: v.object(personaSums),
    // The last UTC day on which anything was added, as YYYY-MM-DD, and what it was. Earlier days are in `personaDays`.
    date: v.string(),
    day: v.object(personaSums),
  })
    .index("by_persona", ["personaId", "shard"])
    .index("by_project", ["projectId"]),
  // What a persona's steps came to on one UTC day, at most one row per persona and day. What `personaTallies` have of the
  // same day is to be added. Goes with its persona.
  personaDays: defineTable({
    projectId: v.id("projects"),
    personaId: v.id("personas"),
    // YYYY-MM-DD
    date: v.string(),
    ...personaSums,
  })
    .index("by_persona_and_date", ["personaId", "date"])
    .index("by_project", ["projectId"]),
  // The sums of all days as older versions have kept them, at most one row per persona; never changed any more.
  personaTotals: defineTable({
    projectId: v.id("projects"),
    personaId: v.id("personas"),
    ...personaSums,
  })
    .index("by_persona", ["personaId"])
    .index("by_project", ["projectId"]),
};
