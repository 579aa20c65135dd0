// The steps that a workflow plans for its runs. Pure.
import type { Doc, Id } from "../_generated/dataModel";
import { omitNullish } from "../lib/omitNullish";
import type { StepRole } from "../lib/sharedValues";
import type { Gate } from "../workflows/gate";

export interface PlannedStep {
  role: StepRole;
  name: string;
  personaId: Id<"personas"> | null;
  instructions: string | null;
  commandNames: string[];
  timeoutMs: number | null;
  maxRetries: number;
  /** A JSON Schema as text. Missing in plans of steps without one. */
  outputSchema?: string;
  /** Missing in plans of steps without one. */
  gate?: Gate;
  artifacts?: string[];
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
  const planned = { role, name, personaId, instructions, commandNames, timeoutMs, maxRetries: step.maxRetries ?? 0 };
  const { outputSchema, gate, artifacts } = step;
  return { ...planned, ...omitNullish({ outputSchema, gate, artifacts }) };
}

/** Whether a step of the plan has a gate. */
export function hasGates({ steps }: Plan): boolean {
  return steps.some(({ gate }) => gate !== undefined);
}

/** Whether a step of the plan must end with an output. */
export function checksOutput({ steps }: Plan): boolean {
  return steps.some(({ outputSchema }) => outputSchema !== undefined);
}
