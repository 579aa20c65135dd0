// Everything that a runner needs to begin a run. Until the run ends, its snapshot keeps this the same, byte for byte.
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import type { JobWork } from "../jobs/schema";
import type { CompiledApproved } from "../learnings/approved";
import { publicId, publicIdOrNull } from "../lib/publicIds";
import type { Ids } from "../lib/publicIds";
import { outputsOf } from "../runSteps/outputs";
import type { StepOutput } from "../runSteps/outputs";
import type { PlainSettingsView } from "../settings/present";
import { assetsOfSnapshot, assetInputs } from "./assets";
import type { AssetInput } from "./assets";
import type { Plan } from "./plan";
import { AnswerSize } from "./answerSize";
import type { LeftOutPart } from "./answerSize";
import { roundInputs } from "./round";
import type { RoundInputs } from "./round";
import { snapshotOf } from "./snapshot";
import { stepInputs } from "./steps";
import type { StepInput } from "./steps";
import { readCopy } from "../sharedCopies/model";

type Snapshot = Doc<"runSnapshots">;

export interface RunInputs extends Ids {
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
  git: {
    repoUrl: string | null;
    branchName: string;
    /** Nobody named the branch, so the one that the repository calls its default is meant. */
    isBranchAssumed: boolean;
    commitName: string | null;
    commitEmail: string | null;
  };
  settings: PlainSettingsView;
  steps: StepInput[];
  learnings: LearningsInput[];
  contexts: AssetInput[];
  skills: AssetInput[];
  commands: AssetInput[];
  scripts: AssetInput[];
  /** The outputs of the steps that this attempt has completed, which the steps after them may need. */
  outputs: StepOutput[];
  /** A part that did not fit is null, and the result of one of these calls belongs in its place. */
  more: LeftOutPart[];
}

/** `versionId` is absent when no version was active, `omitsOlder` when one was active or all learnings fitted. */
export interface LearningsInput {
  role: string;
  content: string | null;
  learningCount: number;
  versionId?: string;
  omitsOlder?: true;
}

export type RunJobInputs =
  | {
      kind: "run.execute";
      /** Null when the run has ended already. */
      run: RunInputs | null;
    }
  | ({ kind: "run.continue"; run: RunInputs | null } & Partial<RoundInputs>);

/** What a runner needs to begin a job that works on this run, from its start or in a round. */
export async function inputsOfRunJob(
  ctx: QueryCtx,
  { kind, runId }: Extract<JobWork, { kind: "run.execute" | "run.continue" }>,
): Promise<RunJobInputs> {
  const row = await ctx.db.get("runs", runId);
  const size = new AnswerSize();
  const run = row === null ? null : await runInputs(ctx, row, size);
  if (kind === "run.execute" || row === null || run === null) return { kind, run };
  return { kind, run, ...(await roundInputs(ctx, row, run, size)) };
}

/** The delivery of a run. Null when the run is over or is still waiting for its scheduled time. */
export async function runInputs(ctx: QueryCtx, run: Doc<"runs">, size = new AnswerSize()): Promise<RunInputs | null> {
  const snapshot = await snapshotOf(ctx, run._id);
  if (snapshot === null) return null;
  const plan = (await readCopy(ctx, snapshot.planId)) as Plan;
  const settings = await settingsOf(ctx, snapshot);
  const head = presentHead(run, snapshot, plan, settings);
  const chosen = await assetsOfSnapshot(ctx, snapshot);
  const outputs = snapshot.checksOutput === true ? await outputsOf(ctx, snapshot, plan.steps.length) : [];
  size.add([head, plan, chosen, outputs]);
  const steps = await stepInputs(ctx, snapshot, plan, size);
  for (const step of steps.slice(0, run.fromStep ?? 0)) step.isDone = true;
  const learnings = await learningsInputs(ctx, snapshot, size);
  const assets = await assetInputs(ctx, snapshot, chosen, size);
  return { ...head, steps, learnings, ...assets, outputs, more: size.leftOut };
}

/** The learnings for one role. Null when the run does not have the role. */
export async function learningsOfRole(ctx: QueryCtx, snapshot: Snapshot, role: string): Promise<LearningsInput | null> {
  const found = snapshot.learnings.find((learnings) => learnings.role === role);
  return found === undefined ? null : await readLearnings(ctx, role, found.sharedCopyId);
}

/** Copies that 0.1.0 has made lack the follow-up. */
async function settingsOf(ctx: QueryCtx, { settingsId }: Snapshot): Promise<PlainSettingsView> {
  type Copy = Omit<PlainSettingsView, "followUp"> & Partial<Pick<PlainSettingsView, "followUp">>;
  const copy = (await readCopy(ctx, settingsId)) as Copy;
  return { ...copy, followUp: copy.followUp ?? null };
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
    issueId: publicIdOrNull("issues", issueId),
    sprintChainId: publicIdOrNull("sprintChains", sprintChainId),
    sprintIndex,
    workChainId: publicIdOrNull("workChains", workChainId),
    workflow: { id: workflowId, _id: workflowId, name: plan.workflowName ?? run.workflowName },
    git: {
      repoUrl: run.gitRepoUrl,
      branchName: run.branchName,
      isBranchAssumed: run.isBranchAssumed ?? false,
      commitName: settings.gitCommitName,
      commitEmail: settings.gitCommitEmail,
    },
    settings,
  };
}

async function learningsInputs(ctx: QueryCtx, snapshot: Snapshot, size: AnswerSize): Promise<LearningsInput[]> {
  const runId = publicId("runs", snapshot.runId);
  const delivered: LearningsInput[] = [];
  for (const [index, { role, sharedCopyId }] of snapshot.learnings.entries()) {
    const learnings = await readLearnings(ctx, role, sharedCopyId);
    const args = { runId, kind: "learnings" as const, id: role };
    const fits = size.addIfItFits(learnings, { path: ["learnings", index], operation: "run.getPart", args });
    delivered.push(fits ? learnings : { ...learnings, content: null });
  }
  return delivered;
}

async function readLearnings(ctx: QueryCtx, role: string, sharedCopyId: Id<"sharedCopies">): Promise<LearningsInput> {
  return { role, ...((await readCopy(ctx, sharedCopyId)) as CompiledApproved & { versionId?: string }) };
}
