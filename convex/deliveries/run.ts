// Everything that a runner needs to begin a run. Until the run ends, its snapshot keeps this the same, byte for byte.
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import type { CompiledApproved } from "../learnings/approved";
import { joined } from "../lib/joined";
import { publicId, shownId } from "../lib/publicIds";
import type { Ids } from "../lib/publicIds";
import { outputsOf } from "../runSteps/outputs";
import type { StepOutput } from "../runSteps/outputs";
import type { PlainSettingsView } from "../settings/present";
import { assetsOf, deliverAssets } from "./assets";
import type { AssetDelivery } from "./assets";
import type { Plan } from "./plan";
import { Room } from "./room";
import type { LeftOut } from "./room";
import { snapshotOf } from "./snapshot";
import { deliverSteps } from "./steps";
import type { StepDelivery } from "./steps";
import { readSupply } from "../supplies/model";

type Snapshot = Doc<"runSnapshots">;

export interface RunDelivery extends Ids {
  projectId: string;
  runNumber: number;
  name: string;
  attempt: number;
  source: string;
  prompt: string;
  maxIterations: number;
  issueId: string | null;
  sprintChainId: string | null;
  sprintIndex: number | null;
  workChainId: string | null;
  workflow: Ids & { name: string };
  git: { repoUrl: string | null; branchName: string; commitName: string | null; commitEmail: string | null };
  settings: PlainSettingsView;
  steps: StepDelivery[];
  learnings: LearningsDelivery[];
  contexts: AssetDelivery[];
  skills: AssetDelivery[];
  commands: AssetDelivery[];
  scripts: AssetDelivery[];
  /** The outputs of the steps that this attempt has completed, which the steps after them may need. */
  outputs: StepOutput[];
  /** A part that did not fit is null, and the result of one of these calls belongs in its place. */
  more: LeftOut[];
}

/** `versionId` is absent when no version was active, `omitsOlder` when one was active or all learnings fitted. */
export interface LearningsDelivery {
  role: string;
  content: string | null;
  learningCount: number;
  versionId?: string;
  omitsOlder?: true;
}

/** What a runner needs to begin a job that executes this run. */
export async function deliverRunsWork(ctx: QueryCtx, runId: Id<"runs">): Promise<{ run: RunDelivery | null }> {
  const run = await ctx.db.get("runs", runId);
  return { run: run === null ? null : await deliverRun(ctx, run) };
}

/** The delivery of a run. Null when the run is over or is still waiting for its scheduled time. */
export async function deliverRun(ctx: QueryCtx, run: Doc<"runs">): Promise<RunDelivery | null> {
  const snapshot = await snapshotOf(ctx, run._id);
  if (snapshot === null) return null;
  const plan = (await readSupply(ctx, snapshot.planId)) as Plan;
  const settings = (await readSupply(ctx, snapshot.settingsId)) as PlainSettingsView;
  const head = presentHead(run, snapshot, plan, settings);
  const chosen = await assetsOf(ctx, snapshot);
  const room = new Room();
  const outputs = snapshot.checksOutput === true ? await outputsOf(ctx, snapshot, plan.steps.length) : [];
  room.occupy([head, plan, chosen, outputs]);
  const steps = await deliverSteps(ctx, snapshot, plan, room);
  for (const step of steps.slice(0, run.fromStep ?? 0)) step.isDone = true;
  const learnings = await deliverLearnings(ctx, snapshot, room);
  const assets = await deliverAssets(ctx, snapshot, chosen, room);
  return joined(head, { steps, learnings, ...assets, outputs, more: room.leftOut });
}

/** The learnings for one role. Null when the run does not have the role. */
export async function learningsOfRole(
  ctx: QueryCtx,
  snapshot: Snapshot,
  role: string,
): Promise<LearningsDelivery | null> {
  const found = snapshot.learnings.find((learnings) => learnings.role === role);
  return found === undefined ? null : await readLearnings(ctx, role, found.supplyId);
}

function presentHead(run: Doc<"runs">, { attempt, runName }: Snapshot, plan: Plan, settings: PlainSettingsView) {
  const id = publicId("runs", run._id);
  const workflowId = publicId("workflows", run.workflowId);
  const { runNumber, source, prompt, maxIterations, issueId, sprintChainId, sprintIndex = null, workChainId } = run;
  return {
    id,
    _id: id,
    projectId: publicId("projects", run.projectId),
    runNumber,
    name: runName,
    attempt,
    source,
    prompt,
    maxIterations,
    issueId: shownId("issues", issueId),
    sprintChainId: shownId("sprintChains", sprintChainId),
    sprintIndex,
    workChainId: shownId("workChains", workChainId),
    workflow: { id: workflowId, _id: workflowId, name: plan.workflowName ?? run.workflowName },
    git: {
      repoUrl: run.gitRepoUrl,
      branchName: run.branchName,
      commitName: settings.gitCommitName,
      commitEmail: settings.gitCommitEmail,
    },
    settings,
  };
}

async function deliverLearnings(ctx: QueryCtx, snapshot: Snapshot, room: Room): Promise<LearningsDelivery[]> {
  const runId = publicId("runs", snapshot.runId);
  const delivered: LearningsDelivery[] = [];
  for (const [index, { role, supplyId }] of snapshot.learnings.entries()) {
    const learnings = await readLearnings(ctx, role, supplyId);
    const args = { runId, kind: "learnings", id: role };
    const fits = room.admits(learnings, { path: ["learnings", index], operation: "run.getPart", args });
    delivered.push(fits ? learnings : { ...learnings, content: null });
  }
  return delivered;
}

async function readLearnings(ctx: QueryCtx, role: string, supplyId: Id<"supplies">): Promise<LearningsDelivery> {
  return { role, ...((await readSupply(ctx, supplyId)) as CompiledApproved & { versionId?: string }) };
}
