import { defineTable } from "convex/server";
import { v } from "convex/values";
import { followUp } from "../lib/followUp";

/** An encrypted secret (lib/encryption.ts). sealing/associatedData.ts builds the associated data. */
const sealed = v.object({ ciphertext: v.string(), lastFour: v.string() });

/** Variables are pairs, because a variable's name may begin with an underscore and a field's name may not. */
const variables = v.array(v.object({ name: v.string(), value: v.string() }));

export const settingsTables = {
  // How agents work in a project, at most one row per project. A project without a row has no settings, and a field
  // that is missing has not been set. Admins write the row and see only the last four characters of its secrets. Only
  // the job runner receives the secrets in plain text.
  projectSettings: defineTable({
    projectId: v.id("projects"),
    sandboxSystemPrompt: v.optional(v.string()),
    agentMd: v.optional(v.string()),
    issueDiscoveryPrompt: v.optional(v.string()),
    selectedSkills: v.optional(v.array(v.string())),
    selectedCommands: v.optional(v.array(v.string())),
    selectedScripts: v.optional(v.array(v.string())),
    envVars: v.optional(variables),
    deployEnvVars: v.optional(variables),
    learningTemplateId: v.optional(v.string()),
    learningModel: v.optional(v.string()),
    mergingTemplateId: v.optional(v.string()),
    mergingModel: v.optional(v.string()),
    gitCommitName: v.optional(v.string()),
    gitCommitEmail: v.optional(v.string()),
    // The rule of workflows that have none of their own.
    followUp: v.optional(followUp),
    maxConcurrentRuns: v.optional(v.number()),
    retainRunsDays: v.optional(v.number()),
    secrets: v.object({
      backendDeployKey: v.optional(sealed),
      backendDevKey: v.optional(sealed),
      // The JSON text of the object that was set.
      testUserCredentials: v.optional(sealed),
    }),
  })
    .index("by_project", ["projectId"])
    .index("by_retention", ["retainRunsDays"]),
};
