// Snapshots: the inputs of a run, fixed when the run becomes ready for the runner. That is when it is made, when the
// time of a scheduled run has come, and when it is restarted. Later changes reach the next attempt at the earliest.
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { activeAssets } from "../assets/served";
import { compiledFor } from "../learningVersions/told";
import { currentVersionId } from "../personas/model";
import { isReady } from "../runs/status";
import { findSettings } from "../settings/model";
import { presentPlainSettings } from "../settings/present";
import { planOf } from "./plan";
import type { Plan } from "./plan";
import { currentSupply, readSupply } from "../supplies/model";

type Run = Doc<"runs">;

/** Takes or deletes the snapshot after a change of the run. `before` is null when the run was just made. */
export async function keepSnapshot(ctx: MutationCtx, before: Run | null, after: Run): Promise<void> {
  const wasReady = before !== null && isReady(before.status);
  if (isReady(after.status) && !wasReady) await takeSnapshot(ctx, after);
  if (!isReady(after.status) && wasReady) await dropSnapshot(ctx, after);
}

/** The snapshot of a run. Null when the run is over or is still waiting for its scheduled time. */
export async function snapshotOf(ctx: QueryCtx, runId: Id<"runs">): Promise<Doc<"runSnapshots"> | null> {
  return await ctx.db
    .query("runSnapshots")
    .withIndex("by_run", (q) => q.eq("runId", runId))
    .unique();
}

async function dropSnapshot(ctx: MutationCtx, run: Run): Promise<void> {
  const snapshot = await snapshotOf(ctx, run._id);
  if (snapshot !== null) await ctx.db.delete("runSnapshots", snapshot._id);
}

async function takeSnapshot(ctx: MutationCtx, run: Run): Promise<void> {
  const { _id: runId, projectId, attempt, name: runName, workflowId } = run;
  const planId = await currentSupply(ctx, projectId, `plan:${workflowId}`, async () =>
    planOf(await ctx.db.get("workflows", workflowId)),
  );
  const plan = (await readSupply(ctx, planId)) as Plan;
  await ctx.db.insert("runSnapshots", {
    projectId,
    runId,
    attempt,
    runName,
    planId,
    settingsId: await currentSupply(ctx, projectId, "settings", async () =>
      presentPlainSettings(await findSettings(ctx, projectId)),
    ),
    assetsId: await currentSupply(ctx, projectId, "assets", async () => ({
      assets: await activeAssets(ctx, projectId),
    })),
    learnings: await learningsFor(ctx, projectId, plan),
    personaVersionIds: await personaVersionsFor(ctx, plan),
  });
}

async function learningsFor(ctx: MutationCtx, projectId: Id<"projects">, plan: Plan) {
  const roles = [...new Set(plan.steps.map(({ role }) => role))];
  const learnings: Doc<"runSnapshots">["learnings"] = [];
  for (const role of roles) {
    const supplyId = await currentSupply(ctx, projectId, `learnings:${role}`, () => compiledFor(ctx, projectId, role));
    learnings.push({ role, supplyId });
  }
  return learnings;
}

async function personaVersionsFor(ctx: QueryCtx, plan: Plan): Promise<(Id<"personaVersions"> | null)[]> {
  const versions = new Map<Id<"personas">, Id<"personaVersions"> | null>();
  for (const { personaId } of plan.steps) {
    if (personaId === null || versions.has(personaId)) continue;
    versions.set(personaId, await currentVersionId(ctx, personaId));
  }
  return plan.steps.map(({ personaId }) => (personaId === null ? null : (versions.get(personaId) ?? null)));
}
