import { paginationOptsValidator } from "convex/server";
import type { PaginationResult } from "convex/server";
import { v } from "convex/values";
import { memberGet, memberQuery } from "../dashboard/builders";
import { livePage, pageOf } from "../dashboard/pages";
import { memberWrites } from "../dashboard/writes";
import * as handlers from "./handlers";
import { presentSandbox } from "./present";
import type { SandboxView } from "./present";
import { presentEntry } from "./presentReports";
import type { EntryView } from "./presentReports";
import * as requests from "./requests";
import { sandboxStatus } from "./schema";

export const list = memberQuery("project:read", {
  args: { paginationOpts: paginationOptsValidator, runId: v.optional(v.string()), status: v.optional(sandboxStatus) },
  handler: async (ctx, { paginationOpts, ...filters }): Promise<PaginationResult<SandboxView>> =>
    await livePage(await handlers.listSandboxes(ctx, filters), paginationOpts, presentSandbox),
});

export const get = memberGet("project:read", handlers.get);

// The runner's last reports about a sandbox. A report that was never made is NOT_FOUND.

/** Lists a folder by name; the root when no path is given. */
export const files = memberQuery("project:read", {
  args: { paginationOpts: paginationOptsValidator, id: v.string(), path: v.optional(v.string()) },
  handler: async (ctx, { paginationOpts, ...which }): Promise<PaginationResult<EntryView>> => {
    const { entriesFrom } = await handlers.folder(ctx, which);
    return await pageOf(entriesFrom(0), paginationOpts, presentEntry);
  },
});

export const file = memberQuery("project:read", { args: { id: v.string(), path: v.string() }, handler: handlers.file });
export const diff = memberQuery("project:read", { args: { id: v.string() }, handler: handlers.diff });
export const devServer = memberQuery("project:read", { args: { id: v.string() }, handler: handlers.devServer });
export const { sendMessage } = memberWrites("work:write", requests, handlers);
export const { startDevServer, remove } = memberWrites("work:write", requests.one, handlers);
