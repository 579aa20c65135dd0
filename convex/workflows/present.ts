import type { Doc } from "../_generated/dataModel";
import type { FollowUp } from "../lib/followUp";
import type { JsonSchema } from "../lib/jsonSchema";
import { publicIdOrNull, withIds } from "../lib/publicIds";
import type { Ids } from "../lib/publicIds";
import { isoTime } from "../lib/times";
import type { Gate } from "./gate";

export interface StepView {
  role: string;
  name: string;
  personaId: string | null;
  instructions: string | null;
  commandNames: string[];
  timeoutMs: number | null;
  maxRetries: number;
  outputSchema: JsonSchema | null;
  /** What must be shown before the step counts as done. */
  gate: Gate | null;
  /** Patterns of paths: the files that match after the step become artifacts of the run. */
  artifacts: string[];
}

export interface WorkflowView extends Ids {
  name: string;
  description: string | null;
  steps: StepView[];
  defaultBranch: string | null;
  isEnabled: boolean;
  /** How many of its runs may run at once. Null: as many as there are. */
  concurrencyLimit: number | null;
  /** The rules of its runs that have none of their own. */
  priority: number | null;
  conflictKey: string | null;
  onConflict: string | null;
  /** The rule by which its finished runs continue. Null: that of the project. */
  followUp: FollowUp | null;
  createdAt: string;
  updatedAt: string;
}

export function presentWorkflow(workflow: Doc<"workflows">): WorkflowView {
  const { name, description = null, steps, defaultBranch = null, isEnabled } = workflow;
  return withIds("workflows", workflow._id, {
    name,
    description,
    steps: steps.map(presentStep),
    defaultBranch,
    isEnabled,
    concurrencyLimit: workflow.concurrencyLimit ?? null,
    priority: workflow.priority ?? null,
    conflictKey: workflow.conflictKey ?? null,
    onConflict: workflow.onConflict ?? null,
    followUp: workflow.followUp ?? null,
    createdAt: isoTime(workflow._creationTime),
    updatedAt: isoTime(workflow.updatedAtMs),
  });
}

function presentStep(step: Doc<"workflows">["steps"][number]): StepView {
  const { role, name, personaId, instructions = null, commandNames = [], timeoutMs = null, maxRetries = 0 } = step;
  const shownPersona = publicIdOrNull("personas", personaId);
  const outputSchema = readOutputSchema(step.outputSchema);
  const shown = { role, name, personaId: shownPersona, instructions, commandNames, timeoutMs, maxRetries };
  return { ...shown, outputSchema, gate: step.gate ?? null, artifacts: step.artifacts ?? [] };
}

/** The schema from a row, which has it as text. Null when it has none. */
export function readOutputSchema(text: string | undefined): JsonSchema | null {
  return text === undefined ? null : (JSON.parse(text) as JsonSchema);
}
