import { paginationOptsValidator } from "convex/server";
import type { PaginationResult } from "convex/server";
import { v } from "convex/values";
import { memberQuery } from "../dashboard/builders";
import { livePage } from "../dashboard/pages";
import { memberWrite } from "../dashboard/writes";
import * as handlers from "./handlers";
import { itemsNewestFirst } from "./lists";
import { presentTrashItem } from "./present";
import type { TrashItemView } from "./present";
import * as requests from "./requests";
import { trashType } from "./schema";

/** Lists the trash. The item that was deleted last comes first. */
export const list = memberQuery("project:read", {
  args: { paginationOpts: paginationOptsValidator, type: v.optional(trashType) },
  handler: async (ctx, { paginationOpts, type }): Promise<PaginationResult<TrashItemView>> =>
    await livePage(itemsNewestFirst(ctx, ctx.project._id, type), paginationOpts, (item) => presentTrashItem(ctx, item)),
});

export const restore = memberWrite("work:write", requests.named, handlers.restore);

export const purge = memberWrite("work:write", requests.named, handlers.purge);
