// The runs of a project that wait, in the order in which they would start, and how many wait for what.
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { publicId } from "../lib/publicIds";
import { presentWaitReason } from "../runs/waitReason";
import type { WaitReasonView } from "../runs/waitReason";
import { rankOf, reasonOf } from "../queue/limits";
import { heldMs } from "../lib/jobAvailability";
import { isRunWork } from "../lib/runWork";
import { minPriority } from "../lib/sharedValues";
import type { JobKind } from "../jobs/work";

/** A run that waits. Times are epoch milliseconds. */
export interface WaitingRunView {
  runId: string;
  runNumber: number;
  name: string;
  workflowId: string;
  workflowName: string;
  priority: number;
  conflictKey: string | null;
  createdAt: number;
  /** One that only waits for its turn waits for a runner. */
  waiting: WaitReasonView;
}

export type WaitReason = WaitReasonView["reason"];
export type WaitCounts = Record<WaitReason, number>;

/** A run that waits, before its row is read. */
export interface Waiting {
  runId: Id<"runs">;
  waiting: WaitReasonView;
  /** Those that a runner may claim come first, then those that wait for room, and then those that wait for a time. */
  turn: [group: number, atMs: number];
  /** The key of the limit that holds it. */
  heldBy?: string;
}

/** As many are looked at of those that a limit holds, and of the others. */
const maxWaiting = 1000;

/** All runs that wait, the first one first. */
export async function readWaiting(ctx: QueryCtx, projectId: Id<"projects">): Promise<Waiting[]> {
  const classes = await prioritiesOf(ctx, projectId);
  const [free, held, scheduled] = await Promise.all([
    firstOf(classes.map((one) => queued(ctx, projectId, one, false))),
    firstOf(classes.map((one) => queued(ctx, projectId, one, true))),
    scheduledPlaces(ctx, projectId),
  ]);
  const waiting = [...[...free, ...held].flatMap((job) => waitingFor(job) ?? []), ...scheduled];
  return positioned(waiting.sort((a, b) => inOrder(turnOf(a), turnOf(b))));
}

type Job = Doc<"jobs">;

/** Jobs that the index has in the order in which they go. Absent is the usual priority. */
interface PriorityClass {
  kind: JobKind;
  priority: number | undefined;
}

/** Few priorities are in use at a time, and the index finds the next one without the jobs in between. */
async function prioritiesOf(ctx: QueryCtx, projectId: Id<"projects">): Promise<PriorityClass[]> {
  const found: PriorityClass[] = [];
  for (const kind of ["run.execute", "run.continue"] as const) {
    found.push({ kind, priority: undefined });
    let next = await firstAbove(ctx, projectId, { kind, priority: minPriority - 1 });
    while (next !== null) {
      const { priority = 0 } = next;
      found.push({ kind, priority });
      next = await firstAbove(ctx, projectId, { kind, priority });
    }
  }
  return found;
}

function firstAbove({ db }: QueryCtx, projectId: Id<"projects">, { kind, priority = 0 }: PriorityClass) {
  return db
    .query("jobs")
    .withIndex("by_project_and_kind", (q) =>
      q.eq("projectId", projectId).eq("status", "queued").eq("kind", kind).gt("priority", priority),
    )
    .first();
}

/** The jobs of one class that a limit holds, or the others. The first one comes first. */
function queued({ db }: QueryCtx, projectId: Id<"projects">, { kind, priority }: PriorityClass, isHeld: boolean) {
  return db.query("jobs").withIndex("by_project_and_kind", (q) => {
    const ofClass = q.eq("projectId", projectId).eq("status", "queued").eq("kind", kind).eq("priority", priority);
    return isHeld ? ofClass.gte("availableAtMs", heldMs) : ofClass.lt("availableAtMs", heldMs);
  });
}

/** The first jobs of all classes together. Reads of each class hardly more than those. */
async function firstOf(classes: AsyncIterable<Job>[]): Promise<Job[]> {
  const all = classes.map((jobs) => jobs[Symbol.asyncIterator]());
  const heads = await Promise.all(all.map((jobs) => headOf(jobs)));
  const found: Job[] = [];
  while (found.length < maxWaiting) {
    const ranks = heads.map((head) => (head === null ? Infinity : rankOfJob(head)));
    const first = ranks.indexOf(Math.min(...ranks));
    const [head, jobs] = [heads[first], all[first]];
    if (head == null || jobs === undefined) break;
    found.push(head);
    heads[first] = await headOf(jobs);
  }
  for (const jobs of all) await jobs.return?.();
  return found;
}

async function headOf(jobs: AsyncIterator<Job>): Promise<Job | null> {
  const next: IteratorResult<Job, unknown> = await jobs.next();
  return next.done === true ? null : next.value;
}

function rankOfJob({ availableAtMs, _creationTime, priority }: Job): number {
  return rankOf(availableAtMs < heldMs ? availableAtMs : Math.floor(_creationTime), priority);
}

/** The place of a run in the queue. */
export type Turn = [group: number, atMs: number, runId: string];

export function turnOf({ turn: [group, atMs], runId }: Waiting): Turn {
  return [group, atMs, runId];
}

function inOrder(a: Turn, b: Turn): number {
  return a[0] - b[0] || a[1] - b[1] || (a[2] < b[2] ? -1 : Number(a[2] !== b[2]));
}

async function scheduledPlaces(ctx: QueryCtx, projectId: Id<"projects">): Promise<Waiting[]> {
  const runs = await ctx.db
    .query("runs")
    .withIndex("by_status", (q) => q.eq("projectId", projectId).eq("deletedAtMs", undefined).eq("status", "scheduled"))
    .take(maxScheduled);
  return runs.map(({ _id: runId, _creationTime, scheduledForMs: until = 0 }) => ({
    runId,
    waiting: { reason: "schedule", since: Math.floor(_creationTime), until },
    turn: [2, until],
  }));
}

/** Their rows have prompts, so fewer are looked at. */
const maxScheduled = 100;

/** What a queued job waits for. Null for one that executes no run. */
export function waitingFor(job: Doc<"jobs">): Waiting | null {
  const { work, heldBy, deferral, retryRunIds, availableAtMs, priority, error: text = "" } = job;
  if (!isRunWork(work)) return null;
  const { runId } = work;
  const since = Math.floor(job._creationTime);
  if (heldBy !== undefined) {
    return { runId, waiting: { reason: reasonOf(heldBy), since }, turn: [1, rankOf(since, priority)], heldBy };
  }
  // Somebody may have resumed the run. Then a runner may take it before the time of the deferral.
  if (deferral !== undefined && availableAtMs >= deferral.untilMs) {
    const { sinceMs, untilMs, reason: text } = deferral;
    return { runId, waiting: { reason: "provider", since: sinceMs, until: untilMs, text }, turn: [2, untilMs] };
  }
  if (retryRunIds !== undefined) {
    const waiting = { reason: "retry", since, until: availableAtMs, text } as const;
    return { runId, waiting, turn: [0, rankOf(availableAtMs, priority)] };
  }
  return { runId, waiting: { reason: "runner", since }, turn: [0, rankOf(availableAtMs, priority)] };
}

/** Adds to those that a limit holds which of them they are. */
function positioned(waiting: Waiting[]): Waiting[] {
  const counts = new Map<string, number>();
  return waiting.map((each) => {
    const { heldBy } = each;
    if (heldBy === undefined) return each;
    const position = (counts.get(heldBy) ?? 0) + 1;
    counts.set(heldBy, position);
    return { ...each, waiting: { ...each.waiting, position } };
  });
}

export function countByReason(waiting: readonly Waiting[]): WaitCounts {
  const counts: WaitCounts = { schedule: 0, provider: 0, retry: 0, runner: 0, concurrency: 0, conflict: 0, budget: 0 };
  for (const each of waiting) counts[each.waiting.reason] += 1;
  return counts;
}

/** The part of the queue after `after`, which need not be there any more. */
export function waitingAfter(waiting: readonly Waiting[], after: Turn | null): readonly Waiting[] {
  return after === null ? waiting : waiting.filter((each) => inOrder(turnOf(each), after) > 0);
}

/** Null for a run that was deleted meanwhile. */
export async function presentWaiting(ctx: QueryCtx, { runId, waiting }: Waiting): Promise<WaitingRunView | null> {
  const run = await ctx.db.get("runs", runId);
  if (run === null) return null;
  const { runNumber, name, workflowId, workflowName, priority = 0, conflictKey = null, _creationTime } = run;
  const isRetried = waiting.reason === "retry" && run.retry !== undefined;
  return {
    runId: publicId("runs", runId),
    runNumber,
    name,
    workflowId: publicId("workflows", workflowId),
    workflowName,
    priority,
    conflictKey,
    createdAt: Math.floor(_creationTime),
    // The run knows since when, which its job does not.
    waiting: isRetried ? (presentWaitReason(run) ?? waiting) : waiting,
  };
}
