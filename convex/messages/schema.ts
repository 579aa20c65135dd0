import { defineTable } from "convex/server";
import { v } from "convex/values";
import type { Infer } from "convex/values";
import { literals } from "../lib/literals";
import { messageKinds, messageRoles } from "./bounds";

export const messageRole = literals(messageRoles);
export type MessageRole = Infer<typeof messageRole>;

export const messageKind = literals(messageKinds);
export type MessageKind = Infer<typeof messageKind>;

export const messageTables = {
  // The messages in a sandbox. The runner writes them, whole or as a stream, and so does REST; both read them. They are
  // deleted together with the sandbox. The text of a streaming message is in `messageChunks` until it is finished.
  messages: defineTable({
    projectId: v.id("projects"),
    sandboxId: v.id("sandboxes"),
    // The runner's own id of a streaming message, unique in its sandbox.
    messageId: v.optional(v.string()),
    role: messageRole,
    // Absent for a text.
    kind: v.optional(messageKind),
    title: v.optional(v.string()),
    // The runner's own object as JSON.
    data: v.optional(v.string()),
    status: v.union(v.literal("streaming"), v.literal("complete")),
    // The text and its length. While the message streams, the text is empty and the length 0.
    content: v.string(),
    bytes: v.number(),
    // The time of the message by the runner's clock.
    atMs: v.number(),
    completedAtMs: v.optional(v.number()),
    // While the message streams: the time at which the clock checks whether it still does.
    boundAtMs: v.optional(v.number()),
  })
    // This index has the order in which messages were written, the next one the order of the runner's times.
    // eslint-disable-next-line @convex-dev/no-duplicate-indexes
    .index("by_sandbox", ["sandboxId"])
    .index("by_sandbox_and_time", ["sandboxId", "atMs"])
    .index("by_sandbox_and_message", ["sandboxId", "messageId"])
    .index("by_message", ["messageId", "status"])
    .index("by_project_and_message", ["projectId", "messageId", "status"])
    .index("by_bound", ["boundAtMs"]),
  // The text of streaming messages: a row for each append, so that an append costs the same however long the message
  // is, and changes nothing else. The rows are numbered from 1, and deleted in batches when the message is finished.
  messageChunks: defineTable({
    messageId: v.id("messages"),
    number: v.number(),
    // The runner's own number of the append, if it sends one. It identifies a repeated append.
    seq: v.optional(v.number()),
    text: v.string(),
    // The length of the message up to the end of this chunk.
    bytes: v.number(),
  })
    .index("by_message", ["messageId", "number"])
    .index("by_message_and_seq", ["messageId", "seq"]),
};
