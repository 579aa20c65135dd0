import { defineTable } from "convex/server";
import { v } from "convex/values";
import type { Infer } from "convex/values";
import { literals } from "../lib/literals";
import { messageRoles } from "./roles";

export const messageRole = literals(messageRoles);
export type MessageRole = Infer<typeof messageRole>;

export const messageTables = {
  // What was said in a sandbox. Written by the runner, whole or as a stream, and by REST; read by both. Goes with its
  // sandbox. A message that streams has its text in `messageChunks` until it is finished.
  messages: defineTable({
    projectId: v.id("projects"),
    sandboxId: v.id("sandboxes"),
    // The runner's own id of a streaming message, unique in its sandbox.
    messageId: v.optional(v.string()),
    role: messageRole,
    status: v.union(v.literal("streaming"), v.literal("complete")),
    // Empty while it streams, and how long it is: 0 until then.
    content: v.string(),
    bytes: v.number(),
    // The runner's time for it.
    atMs: v.number(),
    completedAtMs: v.optional(v.number()),
    // While it streams: when the clock looks whether it still does.
    boundAtMs: v.optional(v.number()),
    // Of messages from before the chunks said it; read by nobody.
    chunkCount: v.optional(v.number()),
    lastSeq: v.optional(v.number()),
  })
    // In the order in which they were written; the next one is in that of the runner's times.
    // eslint-disable-next-line @convex-dev/no-duplicate-indexes
    .index("by_sandbox", ["sandboxId"])
    .index("by_sandbox_and_time", ["sandboxId", "atMs"])
    .index("by_sandbox_and_message", ["sandboxId", "messageId"])
    .index("by_message", ["messageId", "status"])
    .index("by_bound", ["boundAtMs"]),
  // The text of a streaming message, a row for each append, so that appending costs the same however long it is already
  // and changes nothing else. Numbered from 1. They go, in batches, when the message is finished.
  messageChunks: defineTable({
    messageId: v.id("messages"),
    number: v.number(),
    // The runner's number of the append, where it gives one: a repeated append is known by it.
    seq: v.optional(v.number()),
    text: v.string(),
    // Of the message as far as it has come with this chunk; chunks of older versions do not say.
    bytes: v.optional(v.number()),
  })
    .index("by_message", ["messageId", "number"])
    .index("by_message_and_seq", ["messageId", "seq"]),
};
