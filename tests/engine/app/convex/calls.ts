// Functions that fail in chosen ways, and functions that call others and report the result.
import {
  actionGeneric as action,
  type GenericActionCtx,
  type GenericDataModel,
  makeFunctionReference,
  mutationGeneric as mutation,
  queryGeneric as query,
} from "convex/server";
import { ConvexError, v } from "convex/values";
import type { Value } from "convex/values";

export type Failure =
  | { kind: "error"; message: string }
  | { kind: "typeError" }
  | { kind: "string"; text: string }
  | { kind: "data"; data: Value };

function fail(failure: Failure): never {
  switch (failure.kind) {
    case "error":
      throw new Error(failure.message);
    case "typeError":
      return (undefined as unknown as { missing(): never }).missing();
    case "string":
      // oxlint-disable-next-line typescript/only-throw-error -- the test throws values of any kind
      throw failure.text;
    case "data":
      throw new ConvexError(failure.data);
  }
}

const failing = { args: { failure: v.any() }, handler: (_: unknown, args: { failure: Failure }) => fail(args.failure) };

export const failQuery = query(failing);
export const failMutation = mutation(failing);
export const failAction = action(failing);

export const echoQuery = query({ args: { value: v.any() }, handler: (_, args) => args.value });
export const echoMutation = mutation({ args: { value: v.any() }, handler: (_, args) => args.value });
export const echoAction = action({ args: { value: v.any() }, handler: (_, args) => args.value });
export const returnsNothing = query({ args: {}, handler: () => undefined });
/** Undefined properties are dropped from what is returned. */
export const returnsGaps = query({ args: {}, handler: () => ({ kept: 1, dropped: undefined }) });
export const returnsDate = query({ args: {}, handler: () => ({ at: new Date(0) }) });
export const noValidator = query(async (_ctx, args: Record<string, Value>) => ({ ...args }));
export default query({ args: {}, handler: () => "the default export" });

export type Via = "query" | "mutation" | "action";
type ActionCtx = GenericActionCtx<GenericDataModel>;

async function callFromAction(ctx: ActionCtx, via: Via, path: string, args: Record<string, Value>): Promise<Value> {
  switch (via) {
    case "query":
      return await ctx.runQuery(makeFunctionReference<"query">(path), args);
    case "mutation":
      return await ctx.runMutation(makeFunctionReference<"mutation">(path), args);
    case "action":
      return await ctx.runAction(makeFunctionReference<"action">(path), args);
  }
}

export type Report =
  | { kind: "returned"; value: Value }
  | { kind: "convexError"; data: Value }
  | { kind: "error"; message: string };

async function report(call: () => Promise<Value>): Promise<Report> {
  try {
    return { kind: "returned", value: await call() };
  } catch (error) {
    if (error instanceof ConvexError) return { kind: "convexError", data: error.data as Value };
    return { kind: "error", message: error instanceof Error ? error.message : `not an Error: ${String(error)}` };
  }
}

const callArgs = { via: v.union(v.literal("query"), v.literal("mutation"), v.literal("action")), path: v.string() };

export const throughAction = action({
  args: { ...callArgs, args: v.any() },
  handler: async (ctx, args) => await callFromAction(ctx, args.via, args.path, args.args),
});

export const reportFromAction = action({
  args: { ...callArgs, args: v.any() },
  handler: async (ctx, args) => await report(() => callFromAction(ctx, args.via, args.path, args.args)),
});

export const reportFromMutation = mutation({
  args: { via: v.union(v.literal("query"), v.literal("mutation")), path: v.string(), args: v.any() },
  handler: async (ctx, args) =>
    await report(() =>
      args.via === "query"
        ? ctx.runQuery(makeFunctionReference<"query">(args.path), args.args)
        : ctx.runMutation(makeFunctionReference<"mutation">(args.path), args.args),
    ),
});

export const reportFromQuery = query({
  args: { path: v.string(), args: v.any() },
  handler: async (ctx, args) => await report(() => ctx.runQuery(makeFunctionReference<"query">(args.path), args.args)),
});

/** Two commits of one action: the writes of the first stay when the second fails. */
export const twoCommits = action({
  args: {},
  handler: async (ctx) => {
    const run = makeFunctionReference<"mutation">("transactions:run");
    await ctx.runMutation(run, { steps: [{ kind: "insert", label: "committed" }] });
    await ctx.runMutation(run, {
      steps: [
        { kind: "insert", label: "lost" },
        { kind: "throw", message: "second commit failed" },
      ],
    });
  },
});

/** Many mutations at once from one action: each is its own transaction and none is lost. */
export const parallelIncrements = action({
  args: { name: v.string(), times: v.number() },
  handler: async (ctx, args) => {
    const increment = makeFunctionReference<"mutation">("crash:increment");
    await Promise.all(Array.from({ length: args.times }, () => ctx.runMutation(increment, { name: args.name })));
  },
});

/** Calls nested queries to a given depth, below the limit or beyond it. */
export const nestedDepth = query({
  args: { depth: v.number() },
  handler: async (ctx, args): Promise<number> =>
    args.depth === 0
      ? 0
      : 1 +
        (await ctx.runQuery(makeFunctionReference<"query", { depth: number }, number>("calls:nestedDepth"), {
          depth: args.depth - 1,
        })),
});

export const greet = query({
  args: { name: v.string() },
  handler: (_, args) => `Hello, ${args.name}`,
});
