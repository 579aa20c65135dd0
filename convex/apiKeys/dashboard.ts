import type { PaginationResult } from "convex/server";
import { paginationOptsValidator } from "convex/server";
import { memberQuery } from "../dashboard/builders";
import { livePage } from "../dashboard/pages";
import { newestFirst } from "./lists";
import type { KeyView } from "./present";
import { showKey } from "./showing";

export const list = memberQuery("keys:manage", {
  args: { paginationOpts: paginationOptsValidator },
  handler: async (ctx, { paginationOpts }): Promise<PaginationResult<KeyView>> =>
    await livePage(newestFirst(ctx, ctx.project._id), paginationOpts, (key) => showKey(ctx, key)),
});
