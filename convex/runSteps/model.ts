import { getConvexSize } from "convex/values";
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { plannedAt, planOfRun } from "../jobInputs/snapshot";
import { apiError, invalid } from "../lib/errors";
import { jsonBytes } from "../lib/jsonBytes";
import { patchAndReturn } from "../lib/patchAndReturn";
import { omitNullish } from "../lib/omitNullish";
import { getOrThrow, getForRunner } from "../lib/getDocument";
import { publicId } from "../lib/publicIds";
import { isSpent, takeWithin } from "../lib/batchBudget";
import { workWithinBudget } from "../lib/transactionBudget";
import { versionForNewStep } from "../personas/model";
import { recordStepEnd } from "../personas/statistics";
import type { News } from "../events/append";
import { appendEvent } from "../runEvents/model";
import { recordGatedStep, showsAnotherCommit } from "../runs/gates";
import { dismissOfStep } from "../runs/questions";
import { isFinal } from "../runs/status";
import { shownFeedback, shownOutput } from "./shownTexts";
import type { CreateRequest, UpdateRequest } from "./requests";
import type { StepStatus } from "./schema";

type Run = Doc<"runs">;
type Step = Doc<"runSteps">;

/** Throws CONFLICT when the run is over, and NOT_FOUND and FORBIDDEN for the persona. */
export async function createStep(ctx: MutationCtx, run: Run, request: CreateRequest): Promise<Step> {
  if (isFinal(run.status)) throw apiError("CONFLICT", `The run is ${run.status}; it accepts no further steps.`);
  const { role, name, stepIndex } = request;
  const { projectId, _id: runId, attempt, round } = run;
  const version = await personaVersionFor(ctx, run, request);
  const planned = plannedAt(await planOfRun(ctx, runId), stepIndex);
  const id = await ctx.db.insert("runSteps", {
    projectId,
    runId,
    attempt,
    stepIndex,
    role,
    name,
    status: "pending",
    inputTokens: 0,
    outputTokens: 0,
    costMicroUsd: 0,
    ...(version && runsWith(version)),
    ...omitNullish({ round, outputSchema: outputSchemaFor(planned, role) }),
    ...gateFor(planned),
  });
  const stepId = publicId("runSteps", id);
  await appendEvent(ctx, run, { type: "step.created", stepId, stepIndex, role, name, attempt });
  const step = await getOrThrow(ctx, "runSteps", id);
  if (step.gate !== undefined) await recordGatedStep(ctx, step, "made");
  return step;
}

type Planned = ReturnType<typeof plannedAt>;

/** Only the first iteration ends with outputs. */
function outputSchemaFor(planned: Planned, role: Step["role"]): string | undefined {
  return planned?.iteration === 0 && planned.step.role === role ? planned.step.outputSchema : undefined;
}

/** A gate belongs to its place in the plan, whatever the runner calls the step there. */
export function gateFor(planned: Planned): Pick<Step, "gate" | "gateIndex" | "iteration"> {
  if (planned === null) return {};
  const { step, index: gateIndex, iteration } = planned;
  const { gate } = step;
  if (gate === undefined) return {};
  return { gate, gateIndex, iteration };
}

function runsWith({ _id, model, thinkingEffort }: Doc<"personaVersions">): Partial<Step> {
  return { personaVersionId: _id, ...omitNullish({ resolvedModelId: model, thinkingEffort }) };
}

/** The persona that the runner names, or else the persona that the workflow has for the step at this index. */
async function personaVersionFor(
  ctx: QueryCtx,
  run: Run,
  { personaId, stepIndex, role }: CreateRequest,
): Promise<Doc<"personaVersions"> | null> {
  if (personaId != null) {
    const persona = await getForRunner(ctx, "personas", personaId);
    if (persona.projectId === run.projectId) return await versionForNewStep(ctx, persona._id);
    throw apiError("FORBIDDEN", `The persona ${personaId} belongs to another project.`);
  }
  const workflow = await ctx.db.get("workflows", run.workflowId);
  const planned = workflow?.steps[stepIndex];
  if (planned?.personaId === undefined || planned.role !== role) return null;
  return await versionForNewStep(ctx, planned.personaId);
}

/** What the runner reports about a step. Its output has been checked and is JSON text. */
type Report = Omit<UpdateRequest, "output"> & { output?: string | undefined };

/** Throws NOT_FOUND and VALIDATION for the sandbox. */
export async function updateStep(ctx: MutationCtx, run: Run, step: Step, request: Report): Promise<Step> {
  const { status, sandboxId, tokenUsage, qualityScores, testResults, verdict, output, proof } = request;
  const { toolDisplayName, resolvedModelId, thinkingEffort } = request;
  const givenId = sandboxId == null ? undefined : await sandboxOfRun(ctx, run, "sandboxId", sandboxId);
  if (givenId !== undefined) await recordExplorer(ctx, step, givenId);
  const after = await patchAndReturn(ctx, "runSteps", step, {
    ...tokenUsage,
    ...(showsAnotherCommit(step, proof) && { verdict: undefined, testResults: undefined, qualityScores: undefined }),
    ...omitNullish({
      sandboxId: givenId,
      qualityScores,
      testResults,
      toolDisplayName,
      resolvedModelId,
      thinkingEffort,
    }),
    ...omitNullish({ verdict: verdict && presentFields(verdict), output, proof: proof && givenProof(proof) }),
  });
  const moved = await changeStepStatus(ctx, run, after, status);
  if (moved.gate !== undefined) await recordGatedStep(ctx, moved, "reported");
  return moved;
}

function givenProof({ commit, ...rest }: NonNullable<UpdateRequest["proof"]>): NonNullable<Step["proof"]> {
  return { commit, ...omitNullish(rest) };
}

function presentFields({ pass, feedback }: NonNullable<UpdateRequest["verdict"]>): NonNullable<Step["verdict"]> {
  return { pass, ...omitNullish({ feedback }) };
}

/** Throws NOT_FOUND, and VALIDATION for a sandbox of another run. */
export async function sandboxOfRun(ctx: QueryCtx, run: Run, field: string, text: string): Promise<Id<"sandboxes">> {
  const sandbox = await getForRunner(ctx, "sandboxes", text);
  if (sandbox.runId === run._id) return sandbox._id;
  throw invalid(field, `${field}: ${text} is not a sandbox of this run.`);
}

/** Throws NOT_FOUND, and VALIDATION for a step of another run. */
export async function stepOfRun(ctx: QueryCtx, run: Run, field: string, text: string): Promise<Step> {
  const step = await getForRunner(ctx, "runSteps", text);
  if (step.runId === run._id) return step;
  throw invalid(field, `${field}: ${text} is not a step of this run.`);
}

/** Links the step to its sandbox. The sandbox of a researcher is also the run's sandbox for exploring. */
export async function setSandbox(ctx: MutationCtx, step: Step, sandboxId: Id<"sandboxes">): Promise<void> {
  await ctx.db.patch("runSteps", step._id, { sandboxId });
  await recordExplorer(ctx, step, sandboxId);
}

async function recordExplorer(ctx: MutationCtx, step: Step, sandboxId: Id<"sandboxes">): Promise<void> {
  if (step.role === "researcher") await ctx.db.patch("runs", step.runId, { explorerSandboxId: sandboxId });
}

async function changeStepStatus(ctx: MutationCtx, run: Run, step: Step, status: StepStatus): Promise<Step> {
  const after = await moveStep(ctx, run, step, status);
  if (isOpen(step.status) && !isOpen(status)) await dismissOfStep(ctx, run, step._id);
  return after;
}

async function moveStep(ctx: MutationCtx, run: Run, step: Step, status: StepStatus): Promise<Step> {
  if (step.status === status) return step;
  const after = await patchAndReturn(ctx, "runSteps", step, {
    status,
    ...(status === "running" ? { startedAtMs: step.startedAtMs ?? Date.now() } : {}),
    completedAtMs: isOpen(status) ? undefined : Date.now(),
  });
  const stepId = publicId("runSteps", step._id);
  await appendEvent(ctx, run, { type: "step.status", stepId, status, from: step.status }, newsOfStep(step, status));
  if (isOpen(step.status) && !isOpen(status)) await recordStepEnd(ctx, run._id, after);
  return after;
}

/** The feed of the project has how steps end, unless they end with their run. */
function newsOfStep(step: Step, status: StepStatus): News | null {
  if (status !== "completed" && status !== "failed") return null;
  const { _id: id, name, role, stepIndex, attempt, status: from } = step;
  return {
    type: `step.${status}`,
    subject: { type: "step", id },
    data: { name, role, stepIndex, attempt, status, from },
  };
}

export function isOpen(status: StepStatus): boolean {
  return status === "pending" || status === "running";
}

/** Up to which attempt, and which round of it, steps end. */
interface Until {
  attempt: number;
  round: number;
}

/**
 * Ends the open steps of an attempt and of earlier ones, without those of a later round: as many as there is room for
 * now, the others later. The end of the attempt dismisses its questions.
 */
export async function cancelStepsOfRun(
  ctx: MutationCtx,
  run: Run,
  { attempt, round }: Until = { attempt: run.attempt, round: run.round ?? 0 },
): Promise<void> {
  for (const status of ["pending", "running"] as const) {
    const steps = ctx.db
      .query("runSteps")
      .withIndex("by_run_and_status", (q) => q.eq("runId", run._id).eq("status", status).lte("attempt", attempt));
    const cancel = async (step: Step) => {
      if (step.attempt < attempt || (step.round ?? 0) <= round) await moveStep(ctx, run, step, "cancelled");
    };
    if ((await workWithinBudget(ctx, steps, cancel)) === "done") continue;
    const rest = { runId: run._id, attempt, round };
    return void (await ctx.scheduler.runAfter(0, internal.runSteps.scheduled.cancel, rest));
  }
}

/** Where an earlier version has left the rest to this one, without the round: a run that continues has a later one. */
export async function cancelOtherSteps(
  ctx: MutationCtx,
  run: Run,
  { attempt, round }: { attempt: number; round?: number | undefined },
): Promise<void> {
  const present = run.round ?? 0;
  const last = run.attempt === attempt && !isFinal(run.status) ? present - 1 : present;
  await cancelStepsOfRun(ctx, run, {
    attempt,
    round: round ?? (run.attempt > attempt ? Number.MAX_SAFE_INTEGER : last),
  });
}

/** The most bytes of steps that are read together, which leaves room for the other reads of the transaction. */
const maxStepBytes = 4 * 1024 * 1024;

/** An answer may have twice as many bytes of JSON. The output is JSON already. */
function sizeOfStep({ output = "", ...step }: Step): number {
  const { proof, verdict } = step;
  const shown = { ...step, proof: { ...proof, output: shownOutput(proof) }, verdict: shownFeedback(verdict) };
  return Math.max(getConvexSize({ ...step, output }), (jsonBytes(shown) + output.length) / 2);
}

/** Returns the steps of the present attempt in order, then those of earlier ones: at most `most`, or as many as fit. */
export async function newestAttemptFirst(
  ctx: QueryCtx,
  run: Run,
  most: number,
): Promise<{ steps: Step[]; hasMore: boolean }> {
  const budget = { rows: most + 1, bytes: maxStepBytes };
  const present = ctx.db
    .query("runSteps")
    .withIndex("by_run", (q) => q.eq("runId", run._id).eq("attempt", run.attempt));
  const found = await takeWithin(budget, present, sizeOfStep);
  const earlier = ctx.db
    .query("runSteps")
    .withIndex("by_run", (q) => q.eq("runId", run._id).lt("attempt", run.attempt))
    .order("desc");
  found.push(...(await takeWithin(budget, earlier, sizeOfStep)));
  // A step that did not fit shows that there are more.
  const hasMore = isSpent(budget);
  if (hasMore) found.pop();
  return {
    steps: found.sort(
      (a, b) => b.attempt - a.attempt || a.stepIndex - b.stepIndex || a._creationTime - b._creationTime,
    ),
    hasMore,
  };
}
