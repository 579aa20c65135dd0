// The app's functions that call the component `notes`, which the app has as `red` and as `blue`.
import {
  actionGeneric as action,
  componentsGeneric,
  createFunctionHandle,
  type FunctionHandle,
  internalMutationGeneric as internalMutation,
  internalQueryGeneric as internalQuery,
  makeFunctionReference,
  mutationGeneric as mutation,
  queryGeneric as query,
} from "convex/server";
import { v } from "convex/values";

const components = componentsGeneric();

const target = { component: v.string(), fn: v.string(), args: v.any() };
const functionOf = ({ component, fn }: { component: string; fn: string }) => {
  const found = components[component]?.["lib"]?.[fn];
  if (found === undefined) throw new Error("components are proxies, which have everything");
  return found;
};

export const read = query({ args: target, handler: (ctx, to) => ctx.runQuery(functionOf(to), to.args) });
export const write = mutation({ args: target, handler: (ctx, to) => ctx.runMutation(functionOf(to), to.args) });
export const act = action({ args: target, handler: (ctx, to) => ctx.runAction(functionOf(to), to.args) });
export const readInAction = action({ args: target, handler: (ctx, to) => ctx.runQuery(functionOf(to), to.args) });

/** The component's effects are visible while this mutation runs. They are undone when it throws. */
export const writeAndFail = mutation({
  args: { text: v.string() },
  handler: async (ctx, { text }) => {
    await ctx.db.insert("notes", { text });
    await ctx.runMutation(functionOf({ component: "red", fn: "addAndStamp" }), { text });
    const seen: string[] = await ctx.runQuery(functionOf({ component: "red", fn: "list" }), {});
    throw new Error(`failed, having seen ${seen.includes(text)}`);
  },
});

/** When the component's function throws, its effects are undone; the writes around the call stay. */
export const writeAround = mutation({
  args: { text: v.string() },
  handler: async (ctx, { text }) => {
    await ctx.db.insert("notes", { text: `${text} before` });
    const failure = await ctx
      .runMutation(functionOf({ component: "red", fn: "addEverythingAndFail" }), { text })
      .catch((error: unknown) => (error instanceof Error ? error.message : "no error"));
    await ctx.runMutation(functionOf({ component: "blue", fn: "add" }), { text: `${text} after` });
    return failure;
  },
});

export const list = query({
  args: {},
  handler: async (ctx) => (await ctx.db.query("notes").collect()).map(({ text }) => text),
});

export const get = query({
  args: { id: v.string() },
  handler: async (ctx, { id }) => {
    const normalized = ctx.db.normalizeId("notes", id);
    return normalized === null ? null : await ctx.db.get(normalized);
  },
});

export const fileUrl = query({ args: { id: v.id("_storage") }, handler: (ctx, { id }) => ctx.storage.getUrl(id) });

export const handleOf = query({
  args: { component: v.string(), fn: v.string() },
  handler: (_ctx, to) => createFunctionHandle(functionOf(to)),
});

export const handleOfOwn = query({
  args: { name: v.string() },
  handler: (_ctx, { name }) => createFunctionHandle(makeFunctionReference<"mutation">(name)),
});

export const readHandle = query({
  args: { handle: v.string(), args: v.any() },
  handler: (ctx, { handle, args }) => ctx.runQuery(handle as FunctionHandle<"query">, args),
});

export const ownHidden = internalQuery({ args: {}, handler: async () => "hidden of the app" });

export const ownAdd = internalMutation({
  args: { text: v.string() },
  handler: async (ctx, { text }) => await ctx.db.insert("notes", { text }),
});

/** Calls itself through the component until the limit of depth. */
export const deep = internalMutation({
  args: { left: v.number(), handle: v.string() },
  handler: async (ctx, { left, handle }): Promise<number> => {
    if (left === 0) return 0;
    const args = { handle, args: { left: left - 1, handle } };
    return 1 + (await ctx.runMutation(functionOf({ component: "red", fn: "runHandle" }), args));
  },
});

export const identityBack = query({
  args: {},
  handler: async (ctx) => {
    const handle = await createFunctionHandle(makeFunctionReference<"query">("relay:identity"));
    const back = await ctx.runQuery(functionOf({ component: "red", fn: "queryHandle" }), { handle, args: {} });
    const { subject } = (await ctx.auth.getUserIdentity()) ?? { subject: null };
    return { here: subject, back };
  },
});

export const identity = query({ args: {}, handler: (ctx) => ctx.auth.getUserIdentity() });

export const scheduleIn = mutation({
  args: { component: v.string(), fn: v.string(), args: v.any() },
  handler: (ctx, to) => ctx.scheduler.runAfter(0, functionOf(to), to.args),
});

export const job = query({
  args: { id: v.id("_scheduled_functions") },
  handler: async (ctx, { id }) => {
    const found = await ctx.db.system.get(id);
    return found === null ? null : { name: found.name, state: found.state.kind };
  },
});

export const usage = mutation({
  args: { text: v.string() },
  handler: async (ctx, { text }) => {
    await ctx.db.insert("notes", { text });
    await ctx.runMutation(functionOf({ component: "red", fn: "addAndStamp" }), { text });
    const { documentsWritten } = await ctx.meta.getTransactionMetrics();
    return documentsWritten.used;
  },
});
