// A run that is restarted from a step keeps the results of the steps before it. The new attempt gets copies of them,
// which say in which attempt they were done. Their messages and usage stay with the originals.
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { plannedAt, planOfRun, snapshotOf } from "../jobInputs/snapshot";
import { invalid } from "../lib/errors";
import { getOrThrow } from "../lib/getDocument";
import { omitNullish } from "../lib/omitNullish";
import { publicId } from "../lib/publicIds";
import { sortedJson } from "../lib/sortedJson";
import { isSpent, takeWithin } from "../lib/batchBudget";
import { requireBudgetLeft, tooLargeTogether } from "../lib/transactionBudget";
import { appendEvent } from "../runEvents/model";
import { recordGatedStep } from "../runs/gates";
import { gateFor } from "./model";

type Run = Doc<"runs">;
type Step = Doc<"runSteps">;

/** The steps of the attempt before are read together, and each that is kept is written again. */
const readBudget = { rows: 2000, bytes: 3 * 1024 * 1024 };

/**
 * Copies the steps before `fromStep` from the previous attempt. `run` has just been restarted. Throws VALIDATION when
 * the run has no such step, or when a step before it has no result.
 */
export async function reuseSteps(ctx: MutationCtx, run: Run, fromStep: number): Promise<void> {
  if (fromStep === 0) return;
  const before = run.attempt - 1;
  await requireStep(ctx, run, before, fromStep);
  const done = await stepsDone(ctx, run, before, fromStep);
  const plan = await planOfRun(ctx, run._id);
  for (let index = 0; index < fromStep; index++) {
    const step = done.get(index);
    if (step === undefined) throw withoutResult(index, before);
    await reuseStep(ctx, run, step, gateFor(plannedAt(plan, index)));
    await requireBudgetLeft(ctx, "fromStep");
  }
}

/** A runner may count the steps of further iterations on, so a run may have more steps than its workflow plans. */
async function requireStep(ctx: QueryCtx, run: Run, attempt: number, fromStep: number): Promise<void> {
  const planned = (await snapshotOf(ctx, run._id))?.personaVersionIds.length ?? 0;
  const last = await ctx.db
    .query("runSteps")
    .withIndex("by_run", (q) => q.eq("runId", run._id).eq("attempt", attempt))
    .order("desc")
    .first();
  const highest = Math.max(planned - 1, last?.stepIndex ?? -1);
  if (fromStep > highest) throw invalid("fromStep", `fromStep must be at most ${highest}, the run's last step.`);
}

/** Returns the newest step with a result for each index below `fromStep`. */
async function stepsDone(ctx: QueryCtx, run: Run, attempt: number, fromStep: number): Promise<Map<number, Step>> {
  const left = { ...readBudget };
  const steps = await takeWithin(
    left,
    ctx.db
      .query("runSteps")
      .withIndex("by_run", (q) => q.eq("runId", run._id).eq("attempt", attempt).lt("stepIndex", fromStep)),
  );
  if (isSpent(left)) throw tooLargeTogether("fromStep");
  const done = steps.filter(({ status }) => status === "completed" || status === "skipped");
  return new Map(done.map((step) => [step.stepIndex, step]));
}

function withoutResult(index: number, attempt: number) {
  const why = `step ${index} was not completed in attempt ${attempt}`;
  return invalid("fromStep", `fromStep must be at most ${index}: ${why}, so it has no result to keep.`);
}

/** `gated` is what the workflow asks of the step now. A proof of another gate proves nothing. */
async function reuseStep(ctx: MutationCtx, run: Run, original: Step, gated: ReturnType<typeof gateFor>): Promise<void> {
  const { _id, _creationTime, gate, gateIndex: _index, iteration: _iteration, verdict, proof, ...rest } = original;
  const { round: _round, ...result } = rest;
  const { attempt } = run;
  const keptFromAttempt = original.keptFromAttempt ?? original.attempt;
  const shown = sortedJson(gate) === sortedJson(gated.gate) ? omitNullish({ verdict, proof }) : {};
  const id = await ctx.db.insert("runSteps", { ...result, ...shown, ...gated, attempt, keptFromAttempt });
  const { stepIndex, name } = original;
  if (gated.gate !== undefined) await recordGatedStep(ctx, await getOrThrow(ctx, "runSteps", id), "made");
  const stepId = publicId("runSteps", id);
  await appendEvent(ctx, run, { type: "step.kept", stepId, stepIndex, name, attempt, keptFromAttempt });
}
