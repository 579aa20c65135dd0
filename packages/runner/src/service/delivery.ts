// What the service hands out with a claim. Only the fields that the runner reads are declared.
import type { JobKind } from "../config/schema";

export interface Claim {
  id: string;
  kind: JobKind;
  attempt: number;
  fence: number;
  projectId: string;
}

interface Asset {
  name: string;
  description: string | null;
}

interface TextAsset extends Asset {
  language?: string;
  content: string | null;
}

interface Skill extends Asset {
  files: { name: string; content: string }[] | null;
}

export interface Step {
  stepIndex: number;
  role: string;
  name: string;
  instructions: string | null;
  commandNames: string[];
  timeoutMs: number | null;
  maxRetries: number;
  model: string | null;
  thinkingEffort: string | null;
  persona: { personaId: string; instructions: string | null } | null;
  /** Absent where the service does not know of outputs yet. */
  outputSchema?: unknown;
}

interface PlainSettings {
  sandboxSystemPrompt: string | null;
  agentMd: string | null;
  issueDiscoveryPrompt: string | null;
  envVars: Record<string, string>;
  learningModel: string | null;
  mergingModel: string | null;
  gitCommitName: string | null;
  gitCommitEmail: string | null;
}

export interface Run {
  id: string;
  projectId: string;
  runNumber: number;
  name: string;
  attempt: number;
  prompt: string;
  maxIterations: number;
  workflow: { id: string; name: string };
  git: { repoUrl: string | null; branchName: string; commitName: string | null; commitEmail: string | null };
  settings: PlainSettings;
  steps: Step[];
  learnings: { role: string; content: string | null }[];
  contexts: TextAsset[];
  skills: Skill[];
  commands: TextAsset[];
  scripts: TextAsset[];
  /** Parts that did not fit. The result of each call belongs at its path. */
  more: { path: (string | number)[]; operation: "run.getPart"; args: { runId: string; kind: string; id: string } }[];
}

export interface RunJob extends Claim {
  kind: "run.execute";
  /** Null when the run has ended already. */
  run: Run | null;
}
