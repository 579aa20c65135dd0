// Steps as clients see them, with the persona and sandbox that each refers to. Times are epoch milliseconds.
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { publicId, publicIdOrNull, withIds } from "../lib/publicIds";
import type { Ids } from "../lib/publicIds";
import { presentPersonaVersion } from "../personas/present";
import type { PersonaVersionView } from "../personas/present";
import type { Gate } from "../workflows/gate";
import { shownFeedback, shownOutput } from "./shownTexts";

export interface StepView extends Ids {
  runId: string;
  attempt: number;
  /** The attempt in which the step was done, when a restart has kept it. */
  /** The round of the attempt. 0: before the run continued. */
  round: number;
  keptFromAttempt: number | null;
  stepIndex: number;
  role: string;
  name: string;
  status: string;
  sandboxId: string | null;
  sandbox: SandboxSummaryView | null;
  toolDisplayName: string | null;
  resolvedModelId: string | null;
  thinkingEffort: string | null;
  thinkingEffortDisplay: string | null;
  personaVersionSnapshot: PersonaVersionView | null;
  /** Always null: system prompts are settings of the project, which have no versions. */
  systemPromptVersion: null;
  tokenUsage: { inputTokens: number; outputTokens: number };
  testResults: Doc<"runSteps">["testResults"] | null;
  qualityScores: Record<string, number> | null;
  /** What the step hands to the steps after it. Null when it has none (yet). */
  output: unknown;
  verdict: { pass: boolean; feedback: string | null } | null;
  /** What must be shown before the step counts as done, and what was shown on which commit. */
  gate: Gate | null;
  proof: ProofView | null;
  createdAt: number;
  startedAt: number | null;
  completedAt: number | null;
}

interface ProofView {
  commit: string;
  exitCode: number | null;
  durationMs: number | null;
  /** The end of what the command has written. */
  output: string | null;
}

export interface SandboxSummaryView extends Ids {
  runtimeSandboxId: string;
  status: string;
  /** The folder on the machine of the runner in which the agent works. */
  folder: string | null;
}

/** Reads each persona and sandbox once, because many steps of a run share them. */
export async function presentSteps(ctx: QueryCtx, steps: readonly Doc<"runSteps">[]): Promise<StepView[]> {
  const versions = await readEach(steps, "personaVersionId", (id) => ctx.db.get("personaVersions", id));
  const sandboxes = await readEach(steps, "sandboxId", (id) => ctx.db.get("sandboxes", id));
  return steps.map((step) => present(step, versions.get(step.personaVersionId), sandboxes.get(step.sandboxId)));
}

/** The documents by id. A step without an id finds nothing. */
async function readEach<Field extends "personaVersionId" | "sandboxId", Found>(
  steps: readonly Doc<"runSteps">[],
  field: Field,
  read: (id: NonNullable<Doc<"runSteps">[Field]>) => Promise<Found | null>,
): Promise<Map<Doc<"runSteps">[Field], Found | null>> {
  const ids = new Set(steps.flatMap(({ [field]: id }) => (id == null ? [] : [id])));
  return new Map(await Promise.all([...ids].map(async (id) => [id, await read(id)] as const)));
}

export async function presentStep(ctx: QueryCtx, step: Doc<"runSteps">): Promise<StepView> {
  const { personaVersionId, sandboxId } = step;
  const version = personaVersionId === undefined ? null : await ctx.db.get("personaVersions", personaVersionId);
  return present(step, version, sandboxId === undefined ? null : await ctx.db.get("sandboxes", sandboxId));
}

function present(
  step: Doc<"runSteps">,
  version: Doc<"personaVersions"> | null | undefined,
  sandbox: Doc<"sandboxes"> | null | undefined,
): StepView {
  const { attempt, stepIndex, role, name, status, sandboxId, thinkingEffort, verdict } = step;
  return withIds("runSteps", step._id, {
    runId: publicId("runs", step.runId),
    attempt,
    round: step.round ?? 0,
    keptFromAttempt: step.keptFromAttempt ?? null,
    stepIndex,
    role,
    name,
    status,
    sandboxId: publicIdOrNull("sandboxes", sandboxId),
    // A sandbox in the trash is not shown.
    sandbox: sandbox == null || sandbox.deletedAtMs !== undefined ? null : presentSandboxSummary(sandbox),
    toolDisplayName: step.toolDisplayName ?? null,
    resolvedModelId: step.resolvedModelId ?? null,
    thinkingEffort: thinkingEffort ?? null,
    thinkingEffortDisplay: thinkingEffort === undefined ? null : capitalised(thinkingEffort),
    personaVersionSnapshot: version == null ? null : presentPersonaVersion(version),
    systemPromptVersion: null,
    tokenUsage: { inputTokens: step.inputTokens, outputTokens: step.outputTokens },
    testResults: step.testResults ?? null,
    qualityScores: step.qualityScores ?? null,
    output: step.output === undefined ? null : (JSON.parse(step.output) as unknown),
    verdict: verdict === undefined ? null : { pass: verdict.pass, feedback: shownFeedback(verdict) },
    gate: step.gate ?? null,
    proof: presentProof(step.proof),
    createdAt: Math.floor(step._creationTime),
    startedAt: step.startedAtMs ?? null,
    completedAt: step.completedAtMs ?? null,
  });
}

export function presentSandboxSummary(sandbox: Doc<"sandboxes">): SandboxSummaryView {
  const { _id, runtimeSandboxId, status, folder = null } = sandbox;
  return withIds("sandboxes", _id, { runtimeSandboxId, status, folder });
}

function presentProof(proof: Doc<"runSteps">["proof"]): ProofView | null {
  if (proof === undefined) return null;
  const { commit, exitCode = null, durationMs = null } = proof;
  return { commit, exitCode, durationMs, output: shownOutput(proof) };
}

/** Turns `very_high` into `Very high`. */
function capitalised(text: string): string {
  const words = text.replaceAll(/[_-]/g, " ");
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
