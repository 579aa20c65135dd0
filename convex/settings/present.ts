import type { Doc } from "../_generated/dataModel";
import type { FollowUp } from "../lib/followUp";

/** The settings that are not secret. A setting that has not been set is null or empty. */
export interface PlainSettingsView {
  sandboxSystemPrompt: string | null;
  agentMd: string | null;
  issueDiscoveryPrompt: string | null;
  selectedSkills: string[];
  selectedCommands: string[];
  selectedScripts: string[];
  envVars: Record<string, string>;
  deployEnvVars: Record<string, string>;
  learningTemplateId: string | null;
  learningModel: string | null;
  mergingTemplateId: string | null;
  mergingModel: string | null;
  /** The rule by which finished runs continue, of workflows that have none of their own. Null: they do not. */
  followUp: FollowUp | null;
  /** How many runs of the project may run at once. Null: as many as there are. */
  maxConcurrentRuns: number | null;
  /** Runs that ended more days ago are deleted for good. Null: none is. */
  retainRunsDays: number | null;
  gitCommitName: string | null;
  gitCommitEmail: string | null;
}

/** `row` is null for a project whose settings have never been set. */
export function presentPlainSettings(row: Doc<"projectSettings"> | null): PlainSettingsView {
  return {
    sandboxSystemPrompt: row?.sandboxSystemPrompt ?? null,
    agentMd: row?.agentMd ?? null,
    issueDiscoveryPrompt: row?.issueDiscoveryPrompt ?? null,
    selectedSkills: row?.selectedSkills ?? [],
    selectedCommands: row?.selectedCommands ?? [],
    selectedScripts: row?.selectedScripts ?? [],
    envVars: asRecord(row?.envVars),
    deployEnvVars: asRecord(row?.deployEnvVars),
    learningTemplateId: row?.learningTemplateId ?? null,
    learningModel: row?.learningModel ?? null,
    mergingTemplateId: row?.mergingTemplateId ?? null,
    mergingModel: row?.mergingModel ?? null,
    followUp: row?.followUp ?? null,
    maxConcurrentRuns: row?.maxConcurrentRuns ?? null,
    retainRunsDays: row?.retainRunsDays ?? null,
    gitCommitName: row?.gitCommitName ?? null,
    gitCommitEmail: row?.gitCommitEmail ?? null,
  };
}

/** All settings. A secret shows only its last four characters, and null when it is not set. */
export interface SettingsView extends PlainSettingsView {
  backendDeployKey: string | null;
  backendDevKey: string | null;
  testUserCredentials: string | null;
}

export function presentSettings(row: Doc<"projectSettings"> | null): SettingsView {
  return {
    ...presentPlainSettings(row),
    backendDeployKey: row?.secrets.backendDeployKey?.lastFour ?? null,
    backendDevKey: row?.secrets.backendDevKey?.lastFour ?? null,
    testUserCredentials: row?.secrets.testUserCredentials?.lastFour ?? null,
  };
}

function asRecord(variables: { name: string; value: string }[] = []): Record<string, string> {
  return Object.fromEntries(variables.map(({ name, value }) => [name, value]));
}
