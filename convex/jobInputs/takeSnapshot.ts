// Takes snapshots. The caller that makes a run ready for the runner takes one: when the run is made, when the time of a
// scheduled run has come, and when the run is restarted.
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { activeAssets } from "../assets/activeAssets";
import { readCreatedRuns } from "../counters/createdRuns";
import { learningsForRole } from "../learningVersions/learningsForRole";
import { versionIdForNewStep } from "../personas/model";
import { gatesWithoutPlan, unprovenGates } from "../runs/gates";
import type { FollowUp } from "../lib/followUp";
import { omitNullish } from "../lib/omitNullish";
import { patchAndReturn } from "../lib/patchAndReturn";
import { findSettings } from "../settings/model";
import { presentPlainSettings } from "../settings/present";
import { checksOutput, hasGates, planOf } from "./plan";
import type { Plan } from "./plan";
import { currentCopy, readCopy } from "../sharedCopies/model";

type Run = Doc<"runs">;

/** What a snapshot is taken from. `workflow` is null when it was deleted. */
interface Source {
  workflow: Doc<"workflows"> | null;
  /** The project's present round of shared copies. */
  round: number;
}

/**
 * Takes the snapshot of a run that has just become ready. Its gates are those of the plan, and none has passed. A round
 * keeps the rule by which its attempt continues.
 */
export async function takeSnapshot(ctx: MutationCtx, run: Run): Promise<Run> {
  const workflow = await ctx.db.get("workflows", run.workflowId);
  const round = (await readCreatedRuns(ctx, run.projectId))?.sharedCopiesRound ?? 0;
  const { plan, followUp } = await takeFirstSnapshot(ctx, run, { workflow, round });
  const isLost = workflow === null && plan.steps.length === 0;
  const { gates, proofStatus } = isLost ? gatesWithoutPlan(run) : unprovenGates(plan.steps);
  const rule = run.round === undefined ? followUp : run.followUp;
  if (isNoneOf(run.gates, gates, run.followUp, rule)) return run;
  return await patchAndReturn(ctx, "runs", run, { gates, proofStatus, followUp: rule });
}

function isNoneOf(...values: unknown[]): boolean {
  return values.every((value) => value === undefined);
}

interface Taken {
  plan: Plan;
  /** The rule by which the run continues when it has ended. */
  followUp: FollowUp | undefined;
}

/** Takes the snapshot of a run that was just made from a workflow, which has been read already. */
export async function takeFirstSnapshot(ctx: MutationCtx, run: Run, { workflow, round }: Source): Promise<Taken> {
  const { _id: runId, projectId, attempt, name: runName } = run;
  const { round: _round, followUp, ...sharedCopies } = await copiesFor(ctx, run, workflow, round);
  const plan = await planIn(ctx, workflow, sharedCopies.planId);
  const personaVersionIds = await personaVersionsFor(ctx, plan);
  const flags = {
    ...(checksOutput(plan) && { checksOutput: true }),
    ...(hasGates(plan) && { hasGates: true as const }),
  };
  const ofPlan = { personaVersionIds, ...flags };
  await ctx.db.insert("runSnapshots", { projectId, runId, attempt, runName, ...sharedCopies, ...ofPlan });
  return { plan, followUp };
}

type Copies = NonNullable<Doc<"workflows">["sharedCopies"]>;

/** The workflow remembers the copies, so that a run reads none of their rows while they are up to date. */
async function copiesFor(
  ctx: MutationCtx,
  run: Run,
  workflow: Doc<"workflows"> | null,
  round: number,
): Promise<Copies> {
  if (workflow?.sharedCopies?.round === round) return workflow.sharedCopies;
  const sharedCopies = { round, ...(await findCopies(ctx, run, workflow)) };
  if (workflow !== null) await ctx.db.patch("workflows", workflow._id, { sharedCopies });
  return sharedCopies;
}

async function findCopies(ctx: MutationCtx, { projectId, workflowId }: Run, workflow: Doc<"workflows"> | null) {
  const settingsId = await currentCopy(ctx, projectId, "settings", async () =>
    presentPlainSettings(await findSettings(ctx, projectId)),
  );
  const planId = await currentCopy(ctx, projectId, `plan:${workflowId}`, async () => planOf(workflow));
  return {
    planId,
    settingsId,
    assetsId: await currentCopy(ctx, projectId, "assets", async () => ({
      assets: await activeAssets(ctx, projectId),
    })),
    learnings: await learningsFor(ctx, projectId, await planIn(ctx, workflow, planId)),
    ...omitNullish({ followUp: workflow?.followUp ?? (await findSettings(ctx, projectId))?.followUp }),
  };
}

/** The copy of the plan stays when the workflow is deleted, and then only it has the plan. */
async function planIn(ctx: QueryCtx, workflow: Doc<"workflows"> | null, planId: Id<"sharedCopies">): Promise<Plan> {
  return workflow === null ? ((await readCopy(ctx, planId)) as Plan) : planOf(workflow);
}

async function learningsFor(ctx: MutationCtx, projectId: Id<"projects">, plan: Plan) {
  const roles = [...new Set(plan.steps.map(({ role }) => role))];
  const learnings: Doc<"runSnapshots">["learnings"] = [];
  for (const role of roles) {
    const sharedCopyId = await currentCopy(ctx, projectId, `learnings:${role}`, () =>
      learningsForRole(ctx, projectId, role),
    );
    learnings.push({ role, sharedCopyId });
  }
  return learnings;
}

async function personaVersionsFor(ctx: QueryCtx, plan: Plan): Promise<(Id<"personaVersions"> | null)[]> {
  const versions = new Map<Id<"personas">, Id<"personaVersions"> | null>();
  for (const { personaId } of plan.steps) {
    if (personaId === null || versions.has(personaId)) continue;
    versions.set(personaId, await versionIdForNewStep(ctx, personaId));
  }
  return plan.steps.map(({ personaId }) => (personaId === null ? null : (versions.get(personaId) ?? null)));
}
