// The steps that a workflow plans for its runs. Pure.
import type { Doc, Id } from "../_generated/dataModel";

export interface PlannedStep {
  role: string;
  name: string;
  personaId: Id<"personas"> | null;
  instructions: string | null;
  commandNames: string[];
  timeoutMs: number | null;
  maxRetries: number;
}

export interface Plan {
  workflowName: string | null;
  steps: PlannedStep[];
}

/** The plan of a workflow. `workflow` is null when it was deleted: then the plan has no steps. */
export function planOf(workflow: Doc<"workflows"> | null): Plan {
  if (workflow === null) return { workflowName: null, steps: [] };
  return { workflowName: workflow.name, steps: workflow.steps.map(plannedStep) };
}

function plannedStep(step: Doc<"workflows">["steps"][number]): PlannedStep {
  const { role, name, personaId = null, instructions = null, commandNames = [], timeoutMs = null } = step;
  return { role, name, personaId, instructions, commandNames, timeoutMs, maxRetries: step.maxRetries ?? 0 };
}
