// What the service hands out with a claim. Only the fields that the runner reads are declared.
import type { JobKind } from "./jobKinds";

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
  persona: { personaId: string; cliId: string | null; instructions: string | null } | null;
  /** The step must end with an output that fits this JSON Schema. Null: it has none. */
  outputSchema: unknown;
  /** Whether a restart has kept the result of the step. */
  isDone: boolean;
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
  sprintChainId: string | null;
  sprintIndex: number | null;
  workflow: { id: string; name: string };
  git: { repoUrl: string | null; branchName: string; commitName: string | null; commitEmail: string | null };
  settings: PlainSettings;
  steps: Step[];
  learnings: { role: string; content: string | null }[];
  contexts: TextAsset[];
  skills: Skill[];
  commands: TextAsset[];
  scripts: TextAsset[];
  /** What completed steps of this attempt hand to the steps after them. */
  outputs: { stepIndex: number; name: string; output: unknown }[];
  /** Parts that did not fit. The result of each call belongs at its path. */
  more: { path: (string | number)[]; operation: "run.getPart"; args: { runId: string; kind: string; id: string } }[];
}

interface RunJob extends Claim {
  kind: "run.execute";
  /** Null when the run has ended already. */
  run: Run | null;
}

/** All kinds of jobs but `run.execute` have the project and its settings as they are now. */
interface Surroundings {
  project: { id: string; gitRepoUrl: string | null };
  settings: PlainSettings;
}

export interface SprintChainJob extends Claim, Surroundings {
  kind: "sprintChain.execute";
  sprintChain: SprintChain | null;
}

export interface SprintChain {
  id: string;
  status: string;
  currentSprintIndex: number;
  activeRunId: string | null;
  sprints: { index: number; runId: string | null; status: string }[];
}

export interface WorkChainJob extends Claim, Surroundings {
  kind: "workChain.execute";
  workChain: {
    id: string;
    title: string;
    activeRunId: string | null;
    gitRepoUrl: string | null;
    workflowId: string;
  } | null;
  issues?: { id: string; title: string; description: string | null; suggestedPrompt: string | null }[];
}

export interface IssueSessionJob extends Claim, Surroundings {
  kind: "issueSession.scan";
  issueSession: IssueSession | null;
}

export interface IssueSession {
  id: string;
  status: string;
  prompt: string;
  timeoutMs: number | null;
}

export interface AnsweringSessionJob extends Claim, Surroundings {
  kind: "answeringSession.continue";
  answeringSession: {
    id: string;
    questions: { question: string; assumption: string; correction: string | null; status: string }[];
  } | null;
  issueSession?: IssueSession | null;
}

export interface LearningJob extends Claim, Surroundings {
  kind: "learning.extract";
  sandbox: Sandbox | null;
  run: { id: string; name: string } | null;
}

export interface MessageJob extends Claim, Surroundings {
  kind: "sandbox.message";
  sandbox: Sandbox | null;
  message: { id: string; content: string } | null;
}

export interface Sandbox {
  id: string;
  runId: string | null;
  status: string;
  branchName: string | null;
}

export interface MergeJob extends Claim, Surroundings {
  kind: "merge.execute";
  mergeRun: {
    id: string;
    status: string;
    pullRequests: { prUrl: string; prNumber: number }[];
    baseBranch: string | null;
    config: unknown;
  } | null;
}

export interface DevServerJob extends Claim, Surroundings {
  kind: "sandbox.devServer";
  sandbox: Sandbox | null;
}

export type AnyClaim =
  | RunJob
  | SprintChainJob
  | WorkChainJob
  | IssueSessionJob
  | AnsweringSessionJob
  | LearningJob
  | MessageJob
  | MergeJob
  | DevServerJob;
