// Sets, changes and removes limits. Runs that were there before a limit are counted before the next one gets in.
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { omitNullish } from "../lib/omitNullish";
import { budgetPrefix, conflictKey as keyOfConflict, limitOf, projectKey, workflowKey, workflowPrefix } from "./limits";
import {
  addEntry,
  waitForLimitAndReport,
  occupySlot,
  limitsAround,
  makeReady,
  entryOf,
  entriesWithKey,
} from "./entries";
import type { QueueEntry } from "./entries";
import { promoteWaitingRuns, blockingLimit } from "./promotion";
import { isRunWork } from "../lib/runWork";

type Project = Doc<"projects">;
type Run = Doc<"runs">;
type Queue = NonNullable<Project["queue"]>;

/** `most` is null for none. */
export async function limitProject(ctx: MutationCtx, project: Project, most: number | null): Promise<void> {
  const { maxConcurrentRuns: _before, ...others } = queueOf(project);
  await writeQueue(ctx, project, { ...others, ...omitNullish({ maxConcurrentRuns: most }) });
  await setLimit(ctx, project._id, projectKey, most);
}

/** `before` is the limit that the workflow had; null is none. */
export async function limitWorkflow(
  ctx: MutationCtx,
  project: Project,
  workflowId: Id<"workflows">,
  { before, most }: { before: number | null; most: number | null },
): Promise<void> {
  if (before === most) return;
  const queue = queueOf(project);
  const limitedWorkflows = queue.limitedWorkflows + Number(most !== null) - Number(before !== null);
  await writeQueue(ctx, project, { ...queue, limitedWorkflows });
  await setLimit(ctx, project._id, workflowKey(workflowId), most);
}

type HoldingBudget = NonNullable<Queue["budgets"]>[number];

/** The budget is reached: no further run of its scope gets in. */
export async function holdForBudget(ctx: MutationCtx, projectId: Id<"projects">, budget: HoldingBudget): Promise<void> {
  await changeBudgets(ctx, projectId, (budgets) => [...budgets, budget]);
  await setLimit(ctx, projectId, budgetPrefix + budget.budgetId, 0);
}

export async function releaseFromBudget(ctx: MutationCtx, projectId: Id<"projects">, budgetId: string): Promise<void> {
  await changeBudgets(ctx, projectId, (budgets) => budgets.filter((budget) => budget.budgetId !== budgetId));
  await setLimit(ctx, projectId, budgetPrefix + budgetId, null);
}

async function changeBudgets(
  ctx: MutationCtx,
  projectId: Id<"projects">,
  change: (budgets: HoldingBudget[]) => HoldingBudget[],
): Promise<void> {
  const project = await ctx.db.get("projects", projectId);
  if (project === null) return;
  const { budgets: before = [], ...others } = queueOf(project);
  const budgets = change(before);
  await writeQueue(ctx, project, budgets.length === 0 ? others : { ...others, budgets });
}

function queueOf({ queue }: Project): Queue {
  return queue ?? { limitedWorkflows: 0 };
}

/** A project without limits has nothing that claims and starts would have to look at. */
async function writeQueue(ctx: MutationCtx, project: Project, queue: Queue): Promise<void> {
  const { limitedWorkflows, maxConcurrentRuns, budgets = [] } = queue;
  const isEmpty = limitedWorkflows === 0 && maxConcurrentRuns === undefined && budgets.length === 0;
  await ctx.db.patch("projects", project._id, { queue: isEmpty ? undefined : queue });
}

async function setLimit(ctx: MutationCtx, projectId: Id<"projects">, key: string, most: number | null): Promise<void> {
  const limit = await limitOf(ctx, projectId, key);
  if (limit !== null && (most === null || limit.most !== undefined)) {
    await ctx.db.patch("queueLimits", limit._id, { most: most ?? undefined });
    return await promoteWaitingRuns(ctx, projectId, [key]);
  }
  if (most === null) return;
  // One that was removed and counts some runs still has not counted those that came since.
  const number = (limit?.counts ?? 0) + 1;
  const counting = { most, isCounting: true, counts: number } as const;
  if (limit !== null) await ctx.db.patch("queueLimits", limit._id, counting);
  else await ctx.db.insert("queueLimits", { projectId, key, inside: 0, ready: 0, ...counting });
  if (await countFew(ctx, projectId, key)) return await finishCounting(ctx, projectId, key);
  await ctx.scheduler.runAfter(0, internal.queue.scheduled.count, { projectId, key, number, round: 0, cursor: null });
}

/** The runs with a conflict key that were there at some time, until none of which may begin. */
export interface BlockedConflictKey {
  projectId: Id<"projects">;
  conflictKey: string;
  /** The newest of their entries was made then. */
  upToMs: number;
  number: number;
}

/** No run with the key gets in until the key is opened again. Null when no run has it. */
export async function blockConflictKey(ctx: MutationCtx, projectId: Id<"projects">, conflictKey: string) {
  const newest = await entriesWithKey(ctx, { projectId, conflictKey }).order("desc").first();
  const limit = await limitOf(ctx, projectId, keyOfConflict(conflictKey));
  if (newest === null || limit === null) return null;
  const number = (limit.counts ?? 0) + 1;
  await ctx.db.patch("queueLimits", limit._id, { isCounting: true, counts: number });
  return { projectId, conflictKey, upToMs: newest._creationTime, number };
}

/** Does nothing when the key was closed again meanwhile. */
export async function unblockConflictKey(
  ctx: MutationCtx,
  { projectId, conflictKey, number }: BlockedConflictKey,
): Promise<void> {
  const key = keyOfConflict(conflictKey);
  const limit = await limitOf(ctx, projectId, key);
  if (limit?.counts === number) await finishCounting(ctx, projectId, key);
}

/** Counts the runs in this transaction if they are few. Returns false when they are not. */
async function countFew(ctx: MutationCtx, projectId: Id<"projects">, key: string): Promise<boolean> {
  const project = await ctx.db.get("projects", projectId);
  const states = ["pending", "running", "paused"] as const;
  const found = await Promise.all(states.map((status) => runsOf(ctx, projectId, key, status).take(runsAtOnce + 1)));
  const runs = found.flat();
  if (project === null || runs.length > runsAtOnce) return false;
  for (const run of runs) await countRun(ctx, project, run);
  return true;
}

async function finishCounting(ctx: MutationCtx, projectId: Id<"projects">, key: string): Promise<void> {
  const limit = await limitOf(ctx, projectId, key);
  if (limit === null) return;
  await ctx.db.patch("queueLimits", limit._id, { isCounting: undefined });
  await promoteWaitingRuns(ctx, projectId, [key]);
}

/**
 * The states in which runs are counted. A run that is counted stays so whatever follows, so one that is resumed while
 * paused runs are counted is met in the last round.
 */
const rounds = ["pending", "running", "paused", "running"] as const;
const runsPerStep = 50;
const runsAtOnce = 20;

export interface Counting {
  projectId: Id<"projects">;
  key: string;
  /** Which count of the limit this is a step of. */
  number?: number;
  round: number;
  cursor: string | null;
}

/** Counts some of the runs that were there before the limit. Returns the next step, or null when it was the last. */
export async function countStep(ctx: MutationCtx, { round, cursor, ...counting }: Counting): Promise<Counting | null> {
  const { projectId, key, number = 1 } = counting;
  const [project, limit] = [await ctx.db.get("projects", projectId), await limitOf(ctx, projectId, key)];
  const status = rounds[round];
  // The limit was removed and set again meanwhile, and that count meets all runs.
  if (project === null || limit === null || (limit.counts ?? 1) !== number) return null;
  if (status === undefined) {
    await finishCounting(ctx, projectId, key);
    return null;
  }
  const found = await runsOf(ctx, projectId, key, status).paginate({ cursor, numItems: runsPerStep });
  for (const run of found.page) await countRun(ctx, project, run);
  return found.isDone
    ? { ...counting, round: round + 1, cursor: null }
    : { ...counting, round, cursor: found.continueCursor };
}

function runsOf(ctx: MutationCtx, projectId: Id<"projects">, key: string, status: Run["status"]) {
  const runs = ctx.db.query("runs");
  const workflowId = !key.startsWith(workflowPrefix)
    ? null
    : ctx.db.normalizeId("workflows", key.slice(workflowPrefix.length));
  if (workflowId === null) {
    return runs.withIndex("by_status", (q) =>
      q.eq("projectId", projectId).eq("deletedAtMs", undefined).eq("status", status),
    );
  }
  return runs.withIndex("by_workflow_and_status", (q) =>
    q.eq("workflowId", workflowId).eq("deletedAtMs", undefined).eq("status", status),
  );
}

async function countRun(ctx: MutationCtx, project: Project, run: Run): Promise<void> {
  const job = await openJobOf(ctx, run._id);
  const known = await entryOf(ctx, run._id);
  const entry =
    known ??
    (await addEntry(ctx, run, {
      sinceMs: Math.min(job?.availableAtMs ?? Infinity, Date.now()),
      ...omitNullish({ jobId: job?._id }),
    }));
  if (entry.standing === "held") return;
  await promoteWaitingRuns(ctx, project._id, await countEntry(ctx, project, run, { entry, job }));
}

/** Returns the keys of the limits that this has unsettled. */
async function countEntry(
  ctx: MutationCtx,
  project: Project,
  run: Run,
  { entry, job }: { entry: QueueEntry; job: Doc<"jobs"> | null },
): Promise<string[]> {
  const limits = await limitsAround(ctx, project, run, entry);
  const keys = limits.map(({ key }) => key);
  if (run.status !== "pending" || job?.status === "claimed") return await occupySlot(ctx, entry, keys);
  if (job === null || run.deferral !== undefined) return [];
  await ctx.db.patch("jobs", job._id, { isLimited: true });
  const counted = limits.map(({ isCounting: _isCounting, ...limit }) => limit);
  const taken = blockingLimit(counted, entry, job.availableAtMs);
  if (taken === undefined) return await makeReady(ctx, entry, keys, job.availableAtMs);
  return await waitForLimitAndReport(ctx, entry, keys, taken.key);
}

async function openJobOf(ctx: MutationCtx, subjectId: string): Promise<Doc<"jobs"> | null> {
  for (const status of ["claimed", "queued"] as const) {
    const job = await ctx.db
      .query("jobs")
      .withIndex("by_subject", (q) => q.eq("subjectId", subjectId).eq("status", status))
      .first();
    if (job !== null && isRunWork(job.work)) return job;
  }
  return null;
}
