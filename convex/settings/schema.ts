import { defineTable } from "convex/server";
import { v } from "convex/values";

/** By lib/encryption.ts; settings/model.ts says with which associated data. */
const sealed = v.object({ ciphertext: v.string(), lastFour: v.string() });

/** Pairs and no record: the names of variables may begin with an underscore, those of fields may not. */
const variables = v.array(v.object({ name: v.string(), value: v.string() }));

export const settingsTables = {
  // How agents work in a project, at most one row each: without one, and for a field that is left out, nothing is set.
  // Written by admins; shown to them with the secrets masked, and given in full to the job runner alone.
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
    secrets: v.object({
      backendDeployKey: v.optional(sealed),
      backendDevKey: v.optional(sealed),
      // The JSON text of the object that was set.
      testUserCredentials: v.optional(sealed),
    }),
  }).index("by_project", ["projectId"]),
};
