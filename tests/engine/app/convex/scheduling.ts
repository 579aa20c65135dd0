// Functions that schedule and cancel, and jobs that leave a row in `jobs` when they run.
import {
  actionGeneric as action,
  createFunctionHandle,
  type FunctionHandle,
  internalMutationGeneric as internalMutation,
  makeFunctionReference,
  mutationGeneric as mutation,
  queryGeneric as query,
} from "convex/server";
import { ConvexError, type GenericId, v } from "convex/values";

const when = { after: v.optional(v.number()), at: v.optional(v.number()) };
type When = { after?: number | undefined; at?: number | undefined };
interface Scheduler {
  runAfter(delay: number, fn: never, args: Record<string, unknown>): Promise<string>;
  runAt(at: number, fn: never, args: Record<string, unknown>): Promise<string>;
}

async function place(scheduler: Scheduler, time: When, path: string, args: Record<string, unknown>): Promise<string> {
  const target = makeFunctionReference<"mutation">(path) as never;
  if (time.at !== undefined) return await scheduler.runAt(time.at, target, args);
  return await scheduler.runAfter(time.after ?? 0, target, args);
}

export const schedule = mutation({
  args: { ...when, path: v.string(), args: v.any() },
  handler: async (ctx, args) => await place(ctx.scheduler as unknown as Scheduler, args, args.path, args.args),
});

export const scheduleFromAction = action({
  args: { ...when, path: v.string(), args: v.any() },
  handler: async (ctx, args) => await place(ctx.scheduler as unknown as Scheduler, args, args.path, args.args),
});

export const scheduleThenThrow = mutation({
  args: { label: v.string() },
  handler: async (ctx, args) => {
    await place(ctx.scheduler as unknown as Scheduler, {}, "scheduling:record", { label: args.label });
    throw new Error("scheduled, then failed");
  },
});

export const scheduleFromActionThenThrow = action({
  args: { label: v.string() },
  handler: async (ctx, args) => {
    await place(ctx.scheduler as unknown as Scheduler, {}, "scheduling:record", { label: args.label });
    throw new Error("scheduled, then failed");
  },
});

export const scheduleMany = mutation({
  args: { count: v.number(), after: v.number() },
  handler: async (ctx, args) => {
    const record = makeFunctionReference<"mutation">("scheduling:record");
    for (let n = 0; n < args.count; n += 1) await ctx.scheduler.runAfter(args.after, record, { label: `job ${n}` });
  },
});

export const cancel = mutation({
  args: { id: v.string() },
  handler: async (ctx, args) => await ctx.scheduler.cancel(args.id as GenericId<"_scheduled_functions">),
});

export const cancelFromAction = action({
  args: { id: v.string() },
  handler: async (ctx, args) => await ctx.scheduler.cancel(args.id as GenericId<"_scheduled_functions">),
});

/** Schedules a job and cancels it in one transaction. */
export const scheduleAndCancel = mutation({
  args: { label: v.string() },
  handler: async (ctx, args) => {
    const id = await place(ctx.scheduler as unknown as Scheduler, {}, "scheduling:record", { label: args.label });
    await ctx.scheduler.cancel(id as GenericId<"_scheduled_functions">);
    return id;
  },
});

export const job = query({
  args: { id: v.string() },
  handler: async (ctx, args) => await ctx.db.system.get(args.id as GenericId<"_scheduled_functions">),
});

/** Returns whether a job is running, or is waiting and due before `dueBefore`. */
export const busy = query({
  args: { dueBefore: v.number() },
  handler: async (ctx, args) => {
    const jobs = await ctx.db.system.query("_scheduled_functions").collect();
    return jobs.some(
      ({ state, scheduledTime }) =>
        state.kind === "inProgress" || (state.kind === "pending" && scheduledTime < args.dueBefore),
    );
  },
});

/** Returns the state of each job, in the order of the ids. */
export const states = query({
  args: { ids: v.array(v.string()) },
  handler: async (ctx, args) => {
    const kinds: string[] = [];
    for (const id of args.ids) {
      const row = await ctx.db.system.get(id as GenericId<"_scheduled_functions">);
      kinds.push(row === null ? "missing" : row.state.kind);
    }
    return kinds;
  },
});

export const ran = query({
  args: {},
  handler: async (ctx) => (await ctx.db.query("jobs").collect()).map((row): string => row.label),
});

export const record = internalMutation({
  args: { label: v.string() },
  handler: async (ctx, args) => {
    await ctx.db.insert("jobs", { label: args.label });
  },
});

export const recordArguments = internalMutation({
  args: { label: v.string(), note: v.any() },
  handler: async (ctx, args) => {
    await ctx.db.insert("jobs", { label: args.label, note: args.note });
  },
});

/** Cancels the job that it belongs to. */
export const cancelItself = internalMutation({
  args: {},
  handler: async (ctx) => {
    const { scheduledFunctionId } = await ctx.meta.getRequestMetadata();
    if (scheduledFunctionId === null) throw new Error("It is not a scheduled function.");
    await ctx.scheduler.cancel(scheduledFunctionId as GenericId<"_scheduled_functions">);
  },
});

/** Stores what a job reads about itself while it runs. */
export const recordOwnState = internalMutation({
  args: {},
  handler: async (ctx) => {
    const jobs = await ctx.db.system.query("_scheduled_functions").collect();
    const own = jobs.filter((row) => row.name.includes("recordOwnState"));
    const { scheduledFunctionId } = await ctx.meta.getRequestMetadata();
    await ctx.db.insert("jobs", {
      label: "own state",
      note: {
        states: own.map((row) => row.state.kind),
        knowsItself: own.some((row) => row._id === scheduledFunctionId),
      },
    });
  },
});

export const recordThenThrow = internalMutation({
  args: { label: v.string() },
  handler: async (ctx, args) => {
    await ctx.db.insert("jobs", { label: args.label });
    throw new Error("the job failed on purpose");
  },
});

export const throwData = internalMutation({
  args: {},
  handler: () => {
    throw new ConvexError({ code: "job-failed" });
  },
});

export const recordFromAction = action({
  args: { label: v.string() },
  handler: async (ctx, args) => {
    await ctx.runMutation(makeFunctionReference<"mutation">("scheduling:record"), { label: args.label });
  },
});

export const failingAction = action({
  args: { label: v.string() },
  handler: async (ctx, args) => {
    await ctx.runMutation(makeFunctionReference<"mutation">("scheduling:record"), { label: args.label });
    throw new Error("the action failed on purpose");
  },
});

/** Counts down by scheduling itself. */
export const chain = internalMutation({
  args: { left: v.number() },
  handler: async (ctx, args) => {
    await ctx.db.insert("jobs", { label: `chain ${args.left}` });
    if (args.left > 0) {
      await ctx.scheduler.runAfter(0, makeFunctionReference<"mutation">("scheduling:chain"), { left: args.left - 1 });
    }
  },
});

/** Runs for a while, so that a test can interrupt it. Records when it began and when it ended. */
export const slowAction = action({
  args: { label: v.string(), milliseconds: v.number() },
  handler: async (ctx, args) => {
    const record = makeFunctionReference<"mutation">("scheduling:record");
    await ctx.runMutation(record, { label: `${args.label} began` });
    await new Promise((resolve) => setTimeout(resolve, args.milliseconds));
    await ctx.runMutation(record, { label: `${args.label} ended` });
    return `${args.label} done`;
  },
});

/** Runs until a test has recorded "go", then schedules more, also through a mutation, and records that it ended. */
export const patientAction = action({
  args: { label: v.string() },
  handler: async (ctx, args) => {
    const record = makeFunctionReference<"mutation">("scheduling:record");
    await ctx.runMutation(record, { label: `${args.label} began` });
    while (
      !(
        await ctx.runQuery(makeFunctionReference<"query", Record<string, never>, string[]>("scheduling:ran"), {})
      ).includes("go")
    ) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const more = { label: `${args.label} scheduled more` };
    await ctx.scheduler.runAfter(0, record, more);
    const throughMutation = makeFunctionReference<"mutation">("scheduling:schedule");
    await ctx.runMutation(throughMutation, { path: "scheduling:record", args: more });
    await ctx.runMutation(record, { label: `${args.label} ended` });
  },
});

export const handleOf = query({
  args: { path: v.string() },
  handler: async (_, args): Promise<string> => await createFunctionHandle(makeFunctionReference<"mutation">(args.path)),
});

export const callHandle = mutation({
  args: { handle: v.string(), args: v.any() },
  handler: async (ctx, args) => await ctx.runMutation(args.handle as FunctionHandle<"mutation">, args.args),
});

export const scheduleHandle = mutation({
  args: { handle: v.string(), args: v.any() },
  handler: async (ctx, args) => await ctx.scheduler.runAfter(0, args.handle as FunctionHandle<"mutation">, args.args),
});
