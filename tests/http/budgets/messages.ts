import type { Area, World } from "../../support/readBudgets/area";

const named = ({ publicId }: World) => ({ sandboxId: publicId("sandboxes") });

const paginationOpts = { numItems: 3, cursor: null };

export const area: Area = {
  rows: {
    // The messages are in few sandboxes, so that each sandbox has many. They are complete, because messages that stream
    // are read with all their chunks.
    messages: (at) => ({
      projectId: at.projectId,
      sandboxId: at.parent("sandboxes"),
      messageId: at.unique,
      role: "assistant",
      status: at.index === 8 ? "streaming" : "complete",
      content: "",
      bytes: 0,
      atMs: at.index,
    }),
    messageChunks: (at) => ({ messageId: at.id("messages"), number: 1, seq: 1, text: "x", bytes: 1 }),
  },
  grow: {
    messages: "all that is said in a sandbox",
  },
  budgets: [
    ["callback message.store", 4, (world) => ({ ...named(world), role: "user", content: "x", timestamp: 0 })],
    ["callback message.streamCreate", 4, (world) => ({ ...named(world), messageId: "new" })],
    ["callback message.streamAppend", 3, { messageId: "new", chunk: "x", seq: 1 }],
    ["callback message.streamAppend", 4, { messageId: "new", chunk: "x", seq: 1 }],
    ["callback message.streamAppend", 3, ({ unique }) => ({ messageId: unique(8), chunk: "x" })],
    ["callback message.streamFinalize", 6, (world) => ({ ...named(world), messageId: "new", finalContent: "x" })],
    // This operation reads all messages of a sandbox. Here the sandbox has none.
    ["callback message.listBySandbox", 1, ({ publicId }) => ({ sandboxId: publicId("sandboxes", 2) })],
    [
      "function messages/dashboard:list",
      7,
      ({ projectId, publicId }) => ({ projectId, paginationOpts, sandboxId: publicId("sandboxes") }),
    ],
    [
      "function messages/dashboard:list",
      7,
      ({ projectId, publicId }) => ({
        projectId,
        paginationOpts,
        sandboxId: publicId("sandboxes"),
        order: "newestFirst",
      }),
    ],
    [
      "function messages/dashboard:follow",
      5,
      ({ projectId, publicId }) => ({ projectId, id: publicId("messages"), after: 0 }),
    ],
    [
      "function messages/dashboard:follow",
      7,
      ({ projectId, publicId }) => ({ projectId, id: publicId("messages", 8), after: 0 }),
    ],
  ],
};
