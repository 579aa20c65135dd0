import { v } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { WriteCtx } from "../callers/caller";
import { listOf } from "../callers/lists";
import { getManyOwn } from "../lib/getManyOwn";
import { getOwn } from "../lib/getDocument";
import { literals } from "../lib/literals";
import { newestFirstBy } from "../lib/newestFirst";
import { publicId } from "../lib/publicIds";
import { addItem, setStatus } from "./model";
import { presentFeedback } from "../runs/presentFeedback";
import type { FeedbackView } from "../runs/presentFeedback";
import type { AddRequest, NamedRequest } from "./requests";
import { feedbackStatuses } from "./values";

type Item = Doc<"runFeedback">;

export const list = listOf({
  name: "runs/feedback",
  bounds: "usual",
  // Only the dashboard asks for what is trusted, for a dialog that offers all of it.
  filters: { id: v.string(), status: v.optional(literals(feedbackStatuses)), isTrusted: v.optional(v.boolean()) },
  find: async (ctx, { id, status, isTrusted }) => {
    const { _id: runId } = await getOwn(ctx, "runs", id);
    if (isTrusted !== undefined) {
      const filters = { runId, status: status ?? "open", isTrusted };
      return { range: newestFirstBy(ctx, "runFeedback", "by_trust", filters), filters };
    }
    const filters = { runId, status };
    if (status === undefined) return { range: newestFirstBy(ctx, "runFeedback", "by_run", { runId }), filters };
    return { range: newestFirstBy(ctx, "runFeedback", "by_run_and_status", { runId, status }), filters };
  },
  present: (item: Item) => presentFeedback(item),
});

export async function add(ctx: WriteCtx, { runId, ...said }: AddRequest): Promise<FeedbackView> {
  return presentFeedback(await addItem(ctx, await getOwn(ctx, "runs", runId), said, ctx.actor));
}

export const ignore = statusSetter("ignored");
export const reopen = statusSetter("open");

/** Changes all of the items or none. */
function statusSetter(status: "ignored" | "open") {
  return async (ctx: WriteCtx, { feedbackIds }: NamedRequest): Promise<{ feedback: FeedbackView[] }> => {
    const items = await getManyOwn(ctx, "runFeedback", { field: "feedbackIds", ids: feedbackIds });
    const after: Item[] = [];
    for (const runId of new Set(items.map((item) => item.runId))) {
      const own = items.filter((item) => item.runId === runId);
      const run = await getOwn(ctx, "runs", publicId("runs", runId));
      after.push(...(await setStatus(ctx, run, { items: own, status, by: ctx.actor })));
    }
    return { feedback: after.map(presentFeedback) };
  };
}
