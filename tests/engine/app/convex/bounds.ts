// Functions that make values beyond Convex's limits, as results and as arguments of other functions.
import {
  actionGeneric as action,
  makeFunctionReference,
  mutationGeneric as mutation,
  queryGeneric as query,
} from "convex/server";
import { v } from "convex/values";
import type { Value } from "convex/values";

export type Excess = "length" | "fields" | "depth" | "surrogate" | "none";
const excess = v.union(
  v.literal("length"),
  v.literal("fields"),
  v.literal("depth"),
  v.literal("surrogate"),
  v.literal("none"),
);

function excessive(kind: Excess): Value {
  switch (kind) {
    case "length":
      return Array<Value>(9000).fill(1);
    case "fields":
      return Object.fromEntries(Array.from({ length: 1100 }, (_, index) => [`field${index}`, index]));
    case "depth":
      return Array.from({ length: 70 }).reduce<Value>((inside) => [inside], 1);
    case "surrogate":
      return "\ud83c";
    case "none":
      return Array.from({ length: 60 }).reduce<Value>((inside) => [inside], Array<Value>(8192).fill(1));
  }
}

const args = { kind: excess };

export const resultOfQuery = query({ args, handler: (_ctx, { kind }) => excessive(kind) });
export const resultOfMutation = mutation({ args, handler: (_ctx, { kind }) => excessive(kind) });
export const resultOfAction = action({ args, handler: (_ctx, { kind }) => excessive(kind) });

export const taken = query({ args: { value: v.any() }, handler: () => "taken" });
export const takenByMutation = mutation({ args: { value: v.any() }, handler: () => "taken" });
export const takenByAction = action({ args: { value: v.any() }, handler: () => "taken" });

const taking = { query: "bounds:taken", mutation: "bounds:takenByMutation", action: "bounds:takenByAction" } as const;

export const passedByMutation = mutation({
  args: { kind: excess, via: v.union(v.literal("query"), v.literal("mutation"), v.literal("schedule")) },
  handler: async (ctx, { kind, via }): Promise<Value> => {
    const given = { value: excessive(kind) };
    if (via === "query") return await ctx.runQuery(makeFunctionReference<"query">(taking.query), given);
    const reference = makeFunctionReference<"mutation">(taking.mutation);
    if (via === "mutation") return await ctx.runMutation(reference, given);
    return await ctx.scheduler.runAfter(60_000, reference, given);
  },
});

export const passedByAction = action({
  args: {
    kind: excess,
    via: v.union(v.literal("query"), v.literal("mutation"), v.literal("action"), v.literal("schedule")),
  },
  handler: async (ctx, { kind, via }): Promise<Value> => {
    const given = { value: excessive(kind) };
    switch (via) {
      case "query":
        return await ctx.runQuery(makeFunctionReference<"query">(taking.query), given);
      case "mutation":
        return await ctx.runMutation(makeFunctionReference<"mutation">(taking.mutation), given);
      case "action":
        return await ctx.runAction(makeFunctionReference<"action">(taking.action), given);
      case "schedule":
        return await ctx.scheduler.runAfter(60_000, makeFunctionReference<"mutation">(taking.mutation), given);
    }
  },
});

/** Schedules a call with more arguments than a document may hold. */
export const schedulesMuch = mutation({
  args: {},
  handler: async (ctx) => {
    const reference = makeFunctionReference<"mutation">(taking.mutation);
    for (let n = 0; n < 3; n += 1) await ctx.scheduler.runAfter(60_000, reference, { value: "x".repeat(2_000_000) });
    return "scheduled";
  },
});
