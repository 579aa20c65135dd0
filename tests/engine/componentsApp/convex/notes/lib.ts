// The functions of the component `notes`. They see only the data of the instance in which they run.
import {
  actionGeneric as action,
  componentsGeneric,
  createFunctionHandle,
  type FunctionHandle,
  type FunctionReference,
  internalMutationGeneric as internalMutation,
  internalQueryGeneric as internalQuery,
  makeFunctionReference,
  mutationGeneric as mutation,
  paginationOptsValidator,
  queryGeneric as query,
} from "convex/server";
import { v } from "convex/values";

/** The declaration that code generation would write. */
const { stamps } = componentsGeneric() as unknown as {
  stamps: {
    lib: {
      stamp: FunctionReference<"mutation", "internal", { text: string }>;
      list: FunctionReference<"query", "internal">;
      where: FunctionReference<"query", "internal">;
    };
  };
};

export const add = mutation({
  args: { text: v.string() },
  handler: async (ctx, { text }) => await ctx.db.insert("notes", { text }),
});

/** Leaves everything behind that a transaction can leave, and then throws. */
export const addEverythingAndFail = mutation({
  args: { text: v.string() },
  handler: async (ctx, { text }) => {
    await ctx.db.insert("notes", { text });
    await ctx.scheduler.runAfter(0, makeFunctionReference<"mutation">("lib:add"), { text: `${text} later` });
    await ctx.runMutation(stamps.lib.stamp, { text });
    throw new Error("failed on purpose");
  },
});

export const addAndStamp = mutation({
  args: { text: v.string() },
  handler: async (ctx, { text }) => {
    await ctx.db.insert("notes", { text });
    await ctx.runMutation(stamps.lib.stamp, { text });
  },
});

export const list = query({
  args: {},
  handler: async (ctx) => (await ctx.db.query("notes").collect()).map(({ text }) => text),
});

export const stamped = query({ args: {}, handler: (ctx) => ctx.runQuery(stamps.lib.list, {}) });

/** `id` is a text, because tests pass ids of other components. */
export const get = query({
  args: { id: v.string() },
  handler: async (ctx, { id }) => {
    const normalized = ctx.db.normalizeId("notes", id);
    return normalized === null ? null : await ctx.db.get(normalized);
  },
});

export const byText = query({
  args: { text: v.string() },
  handler: async (ctx, { text }) =>
    (
      await ctx.db
        .query("notes")
        .withIndex("by_text", (q) => q.eq("text", text))
        .collect()
    ).length,
});

export const hidden = internalQuery({ args: {}, handler: async () => "hidden of notes" });

export const identity = query({ args: {}, handler: (ctx) => ctx.auth.getUserIdentity() });
export const identityOfAction = action({ args: {}, handler: (ctx) => ctx.auth.getUserIdentity() });

export const page = query({
  args: { paginationOpts: paginationOptsValidator },
  handler: (ctx, { paginationOpts }) => ctx.db.query("notes").paginate(paginationOpts),
});

export const variables = query({
  args: {},
  handler: async () => {
    const names = ["COLOR", "SHARED", "SECRET", "CONVEX_CLOUD_URL", "CONVEX_SITE_URL"];
    return Object.fromEntries(names.map((name) => [name, process.env[name] ?? null]));
  },
});

export const where = query({ args: {}, handler: (ctx) => ctx.meta.getFunctionMetadata() });
export const whereStamps = query({ args: {}, handler: (ctx) => ctx.runQuery(stamps.lib.where, {}) });

export const handleOfHidden = query({
  args: {},
  handler: () => createFunctionHandle(makeFunctionReference<"query">("lib:hidden")),
});

export const runHandle = mutation({
  args: { handle: v.string(), args: v.any() },
  handler: (ctx, { handle, args }) => ctx.runMutation(handle as FunctionHandle<"mutation">, args),
});

export const queryHandle = query({
  args: { handle: v.string(), args: v.any() },
  handler: (ctx, { handle, args }) => ctx.runQuery(handle as FunctionHandle<"query">, args),
});

export const later = mutation({
  args: { text: v.string(), delayMs: v.number(), handle: v.optional(v.string()) },
  handler: async (ctx, { text, delayMs, handle }) => {
    const callee =
      handle === undefined ? makeFunctionReference<"mutation">("lib:add") : (handle as FunctionHandle<"mutation">);
    return await ctx.scheduler.runAfter(delayMs, callee, { text });
  },
});

export const job = query({
  args: { id: v.string() },
  handler: async (ctx, { id }) => {
    const normalized = ctx.db.system.normalizeId("_scheduled_functions", id);
    const found = normalized === null ? null : await ctx.db.system.get(normalized);
    return found === null ? null : { name: found.name, state: found.state.kind };
  },
});

export const cancel = mutation({
  args: { id: v.id("_scheduled_functions") },
  handler: (ctx, { id }) => ctx.scheduler.cancel(id),
});

export const tick = internalMutation({
  args: {},
  handler: async (ctx) => {
    await ctx.db.insert("ticks", {});
  },
});

export const ticks = query({ args: {}, handler: async (ctx) => (await ctx.db.query("ticks").collect()).length });

export const uploadUrl = mutation({ args: {}, handler: (ctx) => ctx.storage.generateUploadUrl() });

export const fileUrl = query({ args: { id: v.id("_storage") }, handler: (ctx, { id }) => ctx.storage.getUrl(id) });

export const store = action({
  args: { text: v.string() },
  handler: async (ctx, { text }) => {
    const id = await ctx.storage.store(new Blob([text]));
    const kept = await ctx.storage.get(id);
    return { id, text: await kept?.text() };
  },
});
