import type { PaginationResult } from "convex/server";
import { paginationOptsValidator } from "convex/server";
import { v } from "convex/values";
import { memberQuery } from "../dashboard/builders";
import { livePage, pageOf } from "../dashboard/pages";
import { getOwn } from "../lib/getDocument";
import { publicId } from "../lib/publicIds";
import { chunksAfter } from "./chunks";
import { newestFirst, oldestFirst } from "./lists";
import { presentStored } from "./present";
import type { MessageView } from "./present";

/** Lists the messages of a sandbox. A message that still streams has no text here; `follow` returns it as it grows. */
export const list = memberQuery("project:read", {
  args: {
    paginationOpts: paginationOptsValidator,
    sandboxId: v.string(),
    order: v.optional(v.union(v.literal("oldestFirst"), v.literal("newestFirst"))),
  },
  handler: async (ctx, { paginationOpts, sandboxId, order }): Promise<PaginationResult<MessageView>> => {
    const { _id } = await getOwn(ctx, "sandboxes", sandboxId);
    if (order === "newestFirst") return await livePage(newestFirst(ctx, _id), paginationOpts, presentStored);
    return await pageOf(oldestFirst(ctx, _id)(0), paginationOpts, presentStored);
  },
});

export type Following =
  /** The chunks after the one that the client has, in order. When there are many, the next call returns more. */
  | { status: "streaming"; chunks: { number: number; text: string }[] }
  /** The whole text, when the message is finished. */
  | { status: "complete"; message: MessageView };

const maxChunks = 500;

/** A client that subscribes again with the last number after some chunks receives each chunk only a few times. */
export const follow = memberQuery("project:read", {
  args: { id: v.string(), after: v.number() },
  handler: async (ctx, { id, after }): Promise<Following> => {
    const message = await getOwn(ctx, "messages", id);
    // The messages of a sandbox are in the trash together with it.
    await getOwn(ctx, "sandboxes", publicId("sandboxes", message.sandboxId));
    if (message.status === "complete") return { status: "complete", message: presentStored(message) };
    const chunks = await chunksAfter(ctx, message, after, maxChunks);
    return { status: "streaming", chunks: chunks.map(({ number, text }) => ({ number, text })) };
  },
});
