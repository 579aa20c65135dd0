// Functions that would stop the engine if the engine did not contain them.
import {
  actionGeneric as action,
  makeFunctionReference,
  mutationGeneric as mutation,
  queryGeneric as query,
} from "convex/server";
import { type GenericId, v } from "convex/values";

function spin(): never {
  for (;;);
}

function compute(rounds: number): number {
  let sum = 0;
  for (let round = 0; round < rounds; round++) sum = (sum + Math.sqrt(round)) % 1e6;
  return sum;
}

/** Measures how many rounds of `computes` run in `ms` milliseconds. */
export const roundsIn = action({
  args: { ms: v.number() },
  handler: async (_ctx, { ms }) => {
    const endsAt = Date.now() + ms;
    let rounds = 0;
    for (; Date.now() < endsAt; rounds += 10_000) compute(10_000);
    return rounds;
  },
});
export const computes = query({ args: { rounds: v.number() }, handler: async (_ctx, { rounds }) => compute(rounds) });

export const spinInQuery = query({ args: {}, handler: spin });
export const spinInMutation = mutation({
  args: {},
  handler: async (ctx) => {
    await ctx.db.insert("things", { label: "before spinning" });
    spin();
  },
});
export const spinInAction = action({ args: {}, handler: spin });

/** Each turn is short, but the turns never end. */
export const spinInMicrotasks = query({
  args: {},
  handler: async () => {
    for (;;) await Promise.resolve();
  },
});

export const spinInRegularExpression = query({
  args: {},
  handler: () => /^(a+)+$/.test(`${"a".repeat(40)}b`),
});

export const neverSettles = query({ args: {}, handler: () => new Promise<null>(() => undefined) });
export const neverSettlesInMutation = mutation({
  args: {},
  handler: async (ctx) => {
    await ctx.db.insert("things", { label: "before waiting" });
    await new Promise(() => undefined);
  },
});

export const rejectsUnheard = mutation({
  args: {},
  handler: async (ctx) => {
    await ctx.db.insert("things", { label: "before rejecting" });
    void Promise.reject(new Error("nobody listens"));
    await ctx.db.query("things").collect();
    return "returned nevertheless";
  },
});

export const rejectsUnheardInQuery = query({
  args: {},
  handler: async (ctx) => {
    void Promise.reject(new Error("nobody listens"));
    await ctx.db.query("things").collect();
    return "returned nevertheless";
  },
});

export const recurses = query({
  args: {},
  handler: () => {
    const deeper = (depth: number): number => deeper(depth + 1) + 1;
    return deeper(0);
  },
});

/** Makes writes without awaiting them. Either they are part of the transaction or they have no effect. */
export const leavesWriteBehind = mutation({
  args: {},
  handler: (ctx) => {
    void ctx.db.insert("things", { label: "left behind" });
    return "returned";
  },
});

/** Starts work that must not write into a later transaction. */
export const writesLater = action({
  args: {},
  handler: (ctx) => {
    const insert = makeFunctionReference<"mutation">("documents:insert");
    setTimeout(() => void ctx.runMutation(insert, { table: "things", value: { label: "after the end" } }), 200);
    return "returned";
  },
});

export const spoilsPrototypes = query({
  args: {},
  handler: () => {
    Reflect.set(Array.prototype, "map", () => ["spoiled"]);
    Reflect.set(JSON, "stringify", () => '"spoiled"');
    return "spoiled";
  },
});

export const reachesOut = query({
  args: {},
  handler: () => {
    const evaluate = spin.constructor as (code: string) => () => unknown;
    return evaluate("return typeof process.exit + typeof require + typeof process.env.PATH")();
  },
});

export const insertMany = mutation({
  args: { count: v.number(), size: v.optional(v.number()) },
  handler: async (ctx, args) => {
    const value = "x".repeat(args.size ?? 0);
    for (let n = 0; n < args.count; n += 1) await ctx.db.insert("things", { value });
  },
});

export const getMany = query({
  args: { id: v.string(), count: v.number() },
  handler: async (ctx, args) => {
    for (let n = 0; n < args.count; n += 1) await ctx.db.get(args.id as GenericId<"things">);
  },
});

export const readAll = query({
  args: { times: v.number() },
  handler: async (ctx, args) => {
    let read = 0;
    for (let time = 0; time < args.times; time += 1) read += (await ctx.db.query("things").collect()).length;
    return read;
  },
});
export const bigResult = query({ args: { size: v.number() }, handler: (_, args) => "x".repeat(args.size) });
export const sizeOfArgument = query({ args: { text: v.string() }, handler: (_, args) => args.text.length });
export const logMany = query({
  args: { count: v.number(), size: v.number() },
  handler: (_, args) => {
    for (let n = 0; n < args.count; n += 1) console.log(n, "x".repeat(args.size));
  },
});

/** V8 does not let this call be stopped. It takes longer than anybody lives. */
function searchForEver(): number {
  return Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1);
}

export const searchesForEver = query({ args: {}, handler: searchForEver });
export const searchesForEverAfterWriting = mutation({
  args: {},
  handler: async (ctx) => {
    await ctx.db.insert("things", { label: "before searching" });
    return searchForEver();
  },
});
