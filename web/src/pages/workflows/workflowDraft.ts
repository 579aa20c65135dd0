// A workflow as its editor holds it: all fields are texts, and each step has a number by which it stays the same step
// when it moves.
import type { stepRoles } from "#convex/lib/sharedValues";
import { noFollowUp, toFollowUpDraft, toFollowUpRequest } from "../../domain/followUp/followUpDraft";
import type { FollowUpDraft } from "../../domain/followUp/followUpDraft";
import { emptyQueueDraft, toQueueDraft, toQueueRequest } from "../../domain/queue/queueFields";
import type { QueueDraft } from "../../domain/queue/queueFields";
import type { Workflow } from "../../domain/workflows/useWorkflows";
import { noGate, toGateDraft, toGateRequest } from "./gateDraft";
import type { GateDraft } from "./gateDraft";
import type { ServiceError } from "../../feedback/serviceError";

type Role = (typeof stepRoles)[number];

export interface StepDraft {
  key: number;
  role: Role;
  name: string;
  personaId: string;
  instructions: string;
  commandNames: string[];
  minutes: string;
  retries: string;
  outputSchema: string;
  gate: GateDraft;
  /** One pattern in each line. */
  artifacts: string;
}

export interface WorkflowDraft extends QueueDraft {
  name: string;
  description: string;
  defaultBranch: string;
  isEnabled: boolean;
  concurrencyLimit: string;
  followUp: FollowUpDraft;
  steps: StepDraft[];
}

const minuteMs = 60_000;

export const emptyStep = {
  role: "designer",
  name: "",
  personaId: "",
  instructions: "",
  commandNames: [],
  minutes: "",
  retries: "0",
  outputSchema: "",
  gate: noGate,
  artifacts: "",
} satisfies Omit<StepDraft, "key">;

export const emptyWorkflow: WorkflowDraft = {
  name: "",
  description: "",
  defaultBranch: "",
  isEnabled: true,
  concurrencyLimit: "",
  ...emptyQueueDraft,
  followUp: noFollowUp,
  steps: [{ ...emptyStep, key: 1 }],
};

export function toWorkflowDraft(workflow: Workflow): WorkflowDraft {
  const { name, description, defaultBranch, isEnabled, concurrencyLimit, steps } = workflow;
  return {
    name,
    description: description ?? "",
    defaultBranch: defaultBranch ?? "",
    isEnabled,
    concurrencyLimit: concurrencyLimit?.toString() ?? "",
    ...toQueueDraft(workflow),
    followUp: toFollowUpDraft(workflow.followUp),
    steps: steps.map((step, index) => ({
      key: index + 1,
      role: step.role as Role,
      name: step.name,
      personaId: step.personaId ?? "",
      instructions: step.instructions ?? "",
      commandNames: step.commandNames,
      minutes: step.timeoutMs === null ? "" : String(step.timeoutMs / minuteMs),
      retries: String(step.maxRetries),
      outputSchema: step.outputSchema === null ? "" : JSON.stringify(step.outputSchema, null, 2),
      gate: toGateDraft(step.gate),
      artifacts: step.artifacts.join("\n"),
    })),
  };
}

/** The fields of a request, or the first field that is not what it must be. */
export function toWorkflowRequest(draft: WorkflowDraft) {
  const { name, description, defaultBranch, isEnabled, concurrencyLimit, steps } = draft;
  const schemas = steps.map(({ outputSchema }) => readJson(outputSchema));
  const firstWrong = schemas.findIndex(({ fault }) => fault !== null);
  const fault = schemas[firstWrong]?.fault ?? null;
  if (fault !== null) return { kind: "fault" as const, fault: fieldError(`steps.${firstWrong}.outputSchema`, fault) };
  const fields = {
    name,
    description: textOrNull(description),
    defaultBranch: textOrNull(defaultBranch),
    isEnabled,
    concurrencyLimit: concurrencyLimit === "" ? null : Number(concurrencyLimit),
    ...toQueueRequest(draft),
    followUp: toFollowUpRequest(draft.followUp),
    steps: steps.map((step, index) => ({
      role: step.role,
      name: step.name,
      personaId: textOrNull(step.personaId),
      instructions: textOrNull(step.instructions),
      commandNames: step.commandNames,
      timeoutMs: step.minutes === "" ? null : Math.round(Number(step.minutes) * minuteMs),
      maxRetries: Number(step.retries),
      outputSchema: schemas[index]?.value,
      gate: toGateRequest(step.gate),
      artifacts: linesOf(step.artifacts),
    })),
  };
  return { kind: "request" as const, fields };
}

function readJson(text: string): { value: unknown; fault: string | null } {
  if (text.trim() === "") return { value: null, fault: null };
  try {
    return { value: JSON.parse(text), fault: null };
  } catch (error) {
    return { value: null, fault: `This is not JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
}

function fieldError(field: string, message: string): ServiceError {
  return { code: "VALIDATION", message, field, problems: [{ field, message }] };
}

function linesOf(text: string): string[] {
  return text.split("\n").flatMap((line) => (line.trim() === "" ? [] : [line.trim()]));
}

function textOrNull(text: string): string | null {
  return text.trim() === "" ? null : text;
}
