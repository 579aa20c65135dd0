import type { PaginationResult } from "convex/server";
import { paginationOptsValidator } from "convex/server";
import { v } from "convex/values";
import { memberQuery } from "../dashboard/builders";
import { livePage, pageOf } from "../dashboard/pages";
import { ownedDocument } from "../lib/named";
import { publicId } from "../lib/publicIds";
import { chunksAfter } from "./chunks";
import { newestFirst, oldestFirst } from "./lists";
import { presentStored } from "./present";
import type { MessageView } from "./present";

/** What was said in a sandbox. The text of a message that still streams is left out: `follow` gives it as it comes. */
export const list = memberQuery("project:read", {
  args: {
    paginationOpts: paginationOptsValidator,
    sandboxId: v.string(),
    order: v.optional(v.union(v.literal("oldestFirst"), v.literal("newestFirst"))),
  },
  handler: async (ctx, { paginationOpts, sandboxId, order }): Promise<PaginationResult<MessageView>> => {
    const { _id } = await ownedDocument(ctx, "sandboxes", sandboxId);
    if (order === "newestFirst") return await livePage(newestFirst(ctx, _id), paginationOpts, presentStored);
    return await pageOf(oldestFirst(ctx, _id)(0), paginationOpts, presentStored);
  },
});

export type Following =
  /** The chunks after the one that the client has, in their order; when there are many, more come after the last one. */
  | { status: "streaming"; chunks: { number: number; text: string }[] }
  /** The whole text, whatever has streamed. */
  | { status: "complete"; message: MessageView };

const chunksMax = 500;

/**
 * A message as it streams, for who has its chunks up to the number `after`, at first 0. A client that subscribes anew
 * with the last number after some twenty chunks is sent each chunk a few times only, however long the message gets.
 */
export const follow = memberQuery("project:read", {
  args: { id: v.string(), after: v.number() },
  handler: async (ctx, { id, after }): Promise<Following> => {
    const message = await ownedDocument(ctx, "messages", id);
    // What is said in a sandbox goes into the trash with it.
    await ownedDocument(ctx, "sandboxes", publicId("sandboxes", message.sandboxId));
    if (message.status === "complete") return { status: "complete", message: presentStored(message) };
    const chunks = await chunksAfter(ctx, message, after, chunksMax);
    return { status: "streaming", chunks: chunks.map(({ number, text }) => ({ number, text })) };
  },
});
