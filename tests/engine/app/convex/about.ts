// What a function can read about itself, its transaction, its deployment and its environment.
import {
  actionGeneric as action,
  makeFunctionReference,
  mutationGeneric as mutation,
  queryGeneric as query,
} from "convex/server";
import { v } from "convex/values";

export const self = query({
  args: {},
  handler: async (ctx) => {
    const { name, componentPath } = await ctx.meta.getFunctionMetadata();
    return { name, componentPath };
  },
});

export const metrics = mutation({
  args: { inserts: v.number(), reads: v.number(), schedules: v.number() },
  handler: async (ctx, args) => {
    const before = await ctx.meta.getTransactionMetrics();
    for (let n = 0; n < args.inserts; n += 1) await ctx.db.insert("things", { label: `metric ${n}` });
    for (let n = 0; n < args.reads; n += 1) await ctx.db.query("things").first();
    for (let n = 0; n < args.schedules; n += 1) await ctx.scheduler.runAfter(60_000, "scheduling:record" as never, {});
    const after = await ctx.meta.getTransactionMetrics();
    return {
      documentsWritten: after.documentsWritten.used - before.documentsWritten.used,
      databaseQueries: after.databaseQueries.used - before.databaseQueries.used,
      documentsRead: after.documentsRead.used - before.documentsRead.used,
      functionsScheduled: after.functionsScheduled.used - before.functionsScheduled.used,
      wroteBytes: after.bytesWritten.used > before.bytesWritten.used,
      sums: Object.entries(after)
        .filter(([name]) => name === "documentsRead" || name === "documentsWritten" || name === "databaseQueries")
        .map(([name, { used, remaining }]) => [name, used + remaining]),
    };
  },
});

export const snapshot = query({ args: {}, handler: (ctx) => ctx.meta.getSnapshotTs() });

/**
 * A mutation that writes has the snapshot from before its writes, and the functions that it calls have the same one.
 */
export const snapshotsOfMutation = mutation({
  args: {},
  handler: async (ctx) => {
    const before = ctx.meta.getSnapshotTs();
    await ctx.db.insert("things", { label: "a" });
    const nested = await ctx.runQuery(
      makeFunctionReference<"query", Record<string, never>, bigint>("about:snapshot"),
      {},
    );
    return before === ctx.meta.getSnapshotTs() && before === nested;
  },
});

export const deployment = query({
  args: {},
  handler: async (ctx) => {
    const { name, region } = await ctx.meta.getDeploymentMetadata();
    return { name: name.length > 0, region };
  },
});

export const requestFromMutation = mutation({
  args: {},
  handler: async (ctx) => {
    const { requestId, scheduledFunctionId, authToken } = await ctx.meta.getRequestMetadata();
    return { hasRequestId: requestId.length > 0, scheduledFunctionId, authToken };
  },
});

export const environmentVariable = query({ args: {}, handler: () => process.env["SEMANTICS_VARIABLE"] ?? null });
const readAtLoad = process.env["SEMANTICS_VARIABLE"] ?? null;
export const variableReadAtLoad = query({ args: {}, handler: () => readAtLoad });
/** Reads a variable, then waits, so that others can change it. */
export const variableReadSlowly = query({
  args: {},
  handler: async () => {
    const value = process.env["SEMANTICS_VARIABLE"] ?? null;
    for (let turn = 0; turn < 200; turn += 1) await crypto.subtle.digest("SHA-256", new Uint8Array(1024));
    return value;
  },
});
export const missingVariable = query({ args: {}, handler: () => process.env["NOT_SET_ANYWHERE"] ?? null });
export const systemVariables = query({
  args: {},
  handler: () => ({ cloud: process.env["CONVEX_CLOUD_URL"] ?? null, site: process.env["CONVEX_SITE_URL"] ?? null }),
});
export const enumeratedVariables = query({ args: {}, handler: () => Object.keys(process.env) });

export const identity = query({ args: {}, handler: async (ctx) => await ctx.auth.getUserIdentity() });
export const identityInAction = action({ args: {}, handler: async (ctx) => await ctx.auth.getUserIdentity() });

export const nodeGlobals = query({
  args: {},
  handler: () =>
    ["Buffer", "require", "setImmediate", "WebSocket", "MessageChannel"].filter((name) => name in globalThis),
});

/** Makes code from text, as some packages do for templates and validators. */
export const codeFromText = query({
  args: {},
  handler: () => (Reflect.construct(Function, ["return 3"]) as () => number)(),
});
export const codeFromTextByHost = query({
  args: {},
  handler: () => Object.keys((Reflect.get(URL, "constructor") as FunctionConstructor)("return process")() as object),
});
export const keyOfCryptography = query({
  args: {},
  handler: async () => {
    const hmac = { name: "HMAC", hash: "SHA-256" };
    return (await crypto.subtle.importKey("raw", new Uint8Array(32), hmac, false, ["sign"])) instanceof CryptoKey;
  },
});

export const talkative = query({
  args: {},
  handler: () => {
    console.log("hello", 1, { a: "b" });
    console.warn("careful");
    console.error("broken");
    return "said";
  },
});
