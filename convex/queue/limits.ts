// The limits that concern a run: which rows they are, and whether there is room.
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { includesRun } from "../lib/runScopes";
import type { ScopedRun } from "../lib/runScopes";
import type { HoldReason } from "../lib/sharedValues";
import { minuteMs } from "../lib/times";

export type Limit = Doc<"queueLimits">;
type Project = Pick<Doc<"projects">, "_id" | "queue">;
type LimitedRun = ScopedRun & Pick<Doc<"runs">, "conflictKey">;

export const projectKey = "project";
export const workflowPrefix = "workflow ";
export const workflowKey = (workflowId: Id<"workflows">) => workflowPrefix + workflowId;
export const conflictKey = (key: string) => `conflict ${key}`;

export const budgetPrefix = "budget ";

/** What people and clients hear of the limit that holds a run. */
export function reasonOf(key: string): HoldReason {
  if (key.startsWith(budgetPrefix)) return "budget";
  return key.startsWith("conflict ") ? "conflict" : "concurrency";
}

/** Whether no limit can concern a run, which is known without reading a row. */
export function isUnlimited(project: Project, run: Pick<LimitedRun, "conflictKey">): boolean {
  return project.queue === undefined && run.conflictKey === undefined;
}

/** The keys that may have a row, the narrowest first. */
function keysOf({ queue }: Project, run: LimitedRun): string[] {
  return [
    ...(run.conflictKey === undefined ? [] : [conflictKey(run.conflictKey)]),
    ...(queue !== undefined && queue.limitedWorkflows > 0 ? [workflowKey(run.workflowId)] : []),
    ...(queue?.maxConcurrentRuns === undefined ? [] : [projectKey]),
    ...(queue?.budgets ?? [])
      .filter((budget) => includesRun(budget, run))
      .map(({ budgetId }) => budgetPrefix + budgetId),
  ];
}

export async function limitOf(ctx: QueryCtx, projectId: Id<"projects">, key: string): Promise<Limit | null> {
  return await ctx.db
    .query("queueLimits")
    .withIndex("by_key", (q) => q.eq("projectId", projectId).eq("key", key))
    .unique();
}

const maxShownWorkflows = 100;

/** The limits of the workflows of a project. */
export async function limitsOfWorkflows(ctx: QueryCtx, projectId: Id<"projects">) {
  const limits = await ctx.db
    .query("queueLimits")
    // A space is followed by an exclamation mark in ASCII.
    .withIndex("by_key", (q) => q.eq("projectId", projectId).gte("key", "workflow ").lt("key", "workflow!"))
    .take(maxShownWorkflows);
  return limits.flatMap(({ key, most, inside }) => {
    const workflowId = ctx.db.normalizeId("workflows", key.slice(workflowPrefix.length));
    return workflowId === null || most === undefined ? [] : [{ workflowId, most, inside }];
  });
}

/** The work of a run is its beginning, or a round. */
export function isRoundOf({ round }: Pick<Doc<"runs">, "round">): true | undefined {
  return round === undefined ? undefined : true;
}

/** The limits that concern the run, the narrowest first. A conflict key gets its limit with its first run. */
export async function limitsOf(ctx: MutationCtx, project: Project, run: LimitedRun): Promise<Limit[]> {
  const limits: Limit[] = [];
  for (const key of keysOf(project, run)) {
    const limit = (await limitOf(ctx, project._id, key)) ?? (await limitOfConflict(ctx, project, key));
    // One that was removed counts those that it counts already until they are over, and no others.
    if (limit?.most !== undefined) limits.push(limit);
  }
  return limits;
}

async function limitOfConflict(ctx: MutationCtx, project: Project, key: string): Promise<Limit | null> {
  if (reasonOf(key) !== "conflict") return null;
  const id = await ctx.db.insert("queueLimits", { projectId: project._id, key, most: 1, inside: 0, ready: 0 });
  return await ctx.db.get("queueLimits", id);
}

/** How many more runs may get in. */
export function freeSlots({ most, inside, isCounting }: Pick<Limit, "most" | "inside" | "isCounting">): number {
  return isCounting === true ? 0 : (most ?? Infinity) - inside;
}

/** No more of a kind are next at a time, however much room there is: after each claim another one is. */
const maxNext = 16;

/** How many runs of each kind are next when so many wait. */
export function roomForNext({ most, inside }: Pick<Limit, "most" | "inside">): number {
  if (most === undefined) return Infinity;
  return Math.max(0, Math.min(maxNext, most - inside));
}

/** What decides whether a run is next. */
type Waiting = Pick<Doc<"queuePlaces">, "_id" | "rankMs" | "isRound">;
type Next = NonNullable<Limit["next"]>;

/** The others of the same kind that are next, the first one first. */
function nextBeside(limit: Limit, { _id, isRound }: Waiting): Next {
  return nextOfKind(limit, isRound).filter(({ placeId }) => placeId !== _id);
}

/** Those of one kind of work that are next, the first one first. */
export function nextOfKind({ next = [] }: Limit, isRound: true | undefined): Next {
  return next.filter((each) => each.isRound === isRound);
}

/** Whether the run belongs to those that are next. It may have to displace the last of them. */
export function isAmongNext(limit: Limit, entry: Waiting): boolean {
  if (freeSlots(limit) <= 0) return false;
  const room = roomForNext(limit);
  const others = nextBeside(limit, entry);
  return others.length < room || entry.rankMs < (others[room - 1]?.rankMs ?? Infinity);
}

/** The lower rank goes first. Nobody is passed over for ever: a minute of waiting weighs as much as a point. */
export function rankOf(sinceMs: number, priority = 0): number {
  return sinceMs - priority * minuteMs;
}
