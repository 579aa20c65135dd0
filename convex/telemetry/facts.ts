// What an export knows about an attempt of a run: ids, names, states, times and amounts. Texts of prompts, messages and
// questions are not among them, and neither are titles, paths, inputs and outputs of tools.

import type { Id } from "../_generated/dataModel";

export interface StepFacts {
  id: string;
  index: number;
  role: string;
  name: string;
  status: string;
  sandboxId: Id<"sandboxes"> | null;
  model: string | null;
  /** The agent that worked on it, as the runner calls it. */
  tool: string | null;
  startedAtMs: number;
  /** Null for a step that has not ended. */
  endedAtMs: number | null;
  inputTokens: number;
  outputTokens: number;
  costMicroUsd: number;
}

/** A message of an agent about its use of a tool. */
export interface ToolFacts {
  id: string;
  sandboxId: Id<"sandboxes">;
  name: string;
  hasFailed: boolean;
  startedAtMs: number;
  endedAtMs: number;
  bytes: number;
}

export interface QuestionFacts {
  id: string;
  stepId: string | null;
  status: string;
  askedAtMs: number;
  closedAtMs: number | null;
}

export interface AttemptFacts {
  projectId: string;
  runId: string;
  runNumber: number;
  attempt: number;
  status: string;
  /** The code of the reason, such as `runner_lost`. */
  reason: string | null;
  source: string;
  workflowId: string;
  workflowName: string;
  /** Null when the attempt never ran, or when the run has been restarted meanwhile. */
  startedAtMs: number | null;
  endedAtMs: number;
  steps: StepFacts[];
  tools: ToolFacts[];
  questions: QuestionFacts[];
  /** The attempt has more steps, messages or questions than an export reads. */
  isCut: boolean;
}
