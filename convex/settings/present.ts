// Settings as clients see them. Pure.
import type { Doc } from "../_generated/dataModel";

/** The settings that are no secrets, each of them whether it is set or not. */
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
  gitCommitName: string | null;
  gitCommitEmail: string | null;
}

/** Null stands for a project of which nothing has been set. */
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
    gitCommitName: row?.gitCommitName ?? null,
    gitCommitEmail: row?.gitCommitEmail ?? null,
  };
}

/** Of a secret, its last four characters; null where it is not set. */
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
