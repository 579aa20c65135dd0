// A mutation that executes a list of steps. A step may be a nested mutation with steps of its own.
import {
  type FunctionReference,
  type GenericDataModel,
  type GenericMutationCtx,
  makeFunctionReference,
  mutationGeneric as mutation,
  queryGeneric as query,
} from "convex/server";
import { ConvexError, v } from "convex/values";
import type { Value } from "convex/values";

export type Step =
  | { kind: "insert"; label: string; table?: string }
  | { kind: "deleteAll" }
  | { kind: "schedule"; label: string }
  | { kind: "deleteFile"; id: string }
  | { kind: "labels"; table?: string }
  | { kind: "queryLabels"; snapshot?: boolean }
  | { kind: "queryFails" }
  | { kind: "throw"; message: string }
  | { kind: "throwData"; data: Value }
  | { kind: "nested"; steps: Step[]; caught?: boolean; limits?: Record<string, number> }
  | { kind: "parallel"; branches: Step[][] }
  | { kind: "metrics" };

type Ctx = GenericMutationCtx<GenericDataModel>;
type Steps = FunctionReference<"mutation", "public", { steps: Step[] }, Value[]>;

const runReference: Steps = makeFunctionReference("transactions:run");
const labelsReference = makeFunctionReference<"query", { table: string }, string[]>("transactions:labels");
const failReference = makeFunctionReference<"query", { table: string }, null>("transactions:failingQuery");

export const run = mutation({
  args: { steps: v.array(v.any()) },
  handler: async (ctx, args): Promise<Value[]> => {
    const log: Value[] = [];
    for (const step of args.steps as Step[]) log.push(...(await perform(ctx, step)));
    return log;
  },
});

async function perform(ctx: Ctx, step: Step): Promise<Value[]> {
  switch (step.kind) {
    case "insert":
      await ctx.db.insert(step.table ?? "things", { label: step.label });
      return [];
    case "deleteAll":
      for (const thing of await ctx.db.query("things").collect()) await ctx.db.delete(thing["_id"] as never);
      return [];
    case "schedule":
      await ctx.scheduler.runAfter(0, makeFunctionReference<"mutation">("scheduling:record"), { label: step.label });
      return [];
    case "deleteFile":
      await ctx.storage.delete(step.id as never);
      return [];
    case "labels":
      return [await labelsOf(ctx, step.table ?? "things")];
    case "queryLabels":
      return [await ctx.runQuery(labelsReference, { table: "things" }, { useStaleSnapshot: step.snapshot === true })];
    case "queryFails":
      return [await caughtMessage(() => ctx.runQuery(failReference, { table: "things" }))];
    case "throw":
      throw new Error(step.message);
    case "throwData":
      throw new ConvexError(step.data);
    case "nested":
      return [await nested(ctx, step)];
    case "parallel":
      return await Promise.all(step.branches.map((steps) => ctx.runMutation(runReference, { steps })));
    case "metrics":
      return [await ctx.meta.getTransactionMetrics()];
  }
}

async function nested(ctx: Ctx, step: Extract<Step, { kind: "nested" }>): Promise<Value> {
  const call = () =>
    step.limits === undefined
      ? ctx.runMutation(runReference, { steps: step.steps })
      : ctx.runMutation(runReference, { steps: step.steps }, { transactionLimits: step.limits });
  return step.caught === true ? await caughtMessage(call) : await call();
}

/** Returns the result of the call, or what it threw: the data of a ConvexError, or another error's message. */
async function caughtMessage(call: () => Promise<Value>): Promise<Value> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof ConvexError) return { data: error.data as Value };
    return { message: error instanceof Error ? error.message : String(error) };
  }
}

async function labelsOf(ctx: Pick<Ctx, "db">, table: string): Promise<string[]> {
  return (await ctx.db.query(table).collect()).map((document) => document["label"] as string);
}

export const labels = query({
  args: { table: v.string() },
  handler: async (ctx, args): Promise<string[]> => await labelsOf(ctx as unknown as Ctx, args.table),
});

export const failingQuery = query({
  args: { table: v.string() },
  handler: (): null => {
    throw new Error("query failed on purpose");
  },
});
