import type { Area } from "../../support/readBudgets/area";

/** The kind of a row by its index. Rows with an even index belong to the project. */
const kinds = ["context", "context", "skill", "skill", "command", "command", "script", "script"] as const;
const kindAt = (index: number) => kinds[index % kinds.length]!;

const files = [{ name: "SKILL.md", content: "Test." }];

const paginationOpts = { numItems: 3, cursor: null };

export const area: Area = {
  rows: {
    assets: (at) => ({
      projectId: at.projectId,
      kind: kindAt(at.index),
      name: at.unique,
      newestVersion: 0,
      isServed: false,
      updatedAtMs: 0,
    }),
    assetVersions: (at) => ({
      projectId: at.projectId,
      assetId: at.parent("assets"),
      kind: kindAt(0),
      version: at.index + 1,
      content: { kind: "text", content: at.unique },
      publishedBy: at.id("users"),
    }),
  },
  budgets: [
    ["POST /contexts", 7, { name: "Style", content: "Be brief." }],
    ["PUT /contexts/:id/versions/:v/activate", 6, ({ publicId }) => ({ id: publicId("contexts"), v: 1 })],
    ["GET /contexts", 6, { limit: 1 }],
    ["GET /contexts/:id", 7, ({ publicId }) => ({ id: publicId("contexts") })],
    ["GET /contexts/:id/versions", 12, ({ publicId }) => ({ id: publicId("contexts"), limit: 3 })],
    ["callback context.listActive", 4, ({ projectId }) => ({ projectId })],
    ["PUT /contexts/:id", 9, ({ publicId }) => ({ id: publicId("contexts", 8), name: "Tone", content: "Be kind." })],
    ["DELETE /contexts/:id", 5, ({ publicId }) => ({ id: publicId("contexts", 8) })],

    ["POST /skills", 7, { name: "Testing", files }],
    ["PUT /skills/:id", 6, ({ publicId }) => ({ id: publicId("skills", 2), name: "Reviews" })],
    ["PUT /skills/:id/publish", 6, ({ publicId }) => ({ id: publicId("skills", 2), files })],
    ["PUT /skills/:id/versions/:v/activate", 6, ({ publicId }) => ({ id: publicId("skills", 2), v: 1 })],
    ["GET /skills", 6, { limit: 1 }],
    ["GET /skills/:id", 7, ({ publicId }) => ({ id: publicId("skills", 2) })],
    ["GET /skills/:id/versions", 7, ({ publicId }) => ({ id: publicId("skills", 2), limit: 3 })],
    ["callback skill.listActive", 7, ({ projectId }) => ({ projectId })],
    ["DELETE /skills/:id", 6, ({ publicId }) => ({ id: publicId("skills", 2) })],

    ["POST /commands", 7, { name: "review", content: "Review." }],
    ["PUT /commands/:id", 6, ({ publicId }) => ({ id: publicId("commands", 4), name: "check" })],
    ["PUT /commands/:id/publish", 6, ({ publicId }) => ({ id: publicId("commands", 4), content: "Check." })],
    ["PUT /commands/:id/versions/:v/activate", 6, ({ publicId }) => ({ id: publicId("commands", 4), v: 1 })],
    ["GET /commands", 6, { limit: 1 }],
    ["GET /commands/:id", 7, ({ publicId }) => ({ id: publicId("commands", 4) })],
    ["GET /commands/:id/versions", 7, ({ publicId }) => ({ id: publicId("commands", 4), limit: 3 })],
    ["callback command.listActive", 7, ({ projectId }) => ({ projectId })],
    ["DELETE /commands/:id", 6, ({ publicId }) => ({ id: publicId("commands", 4) })],

    ["POST /scripts", 7, { name: "Set up", language: "shell", content: "echo" }],
    ["PUT /scripts/:id", 6, ({ publicId }) => ({ id: publicId("scripts", 6), name: "Clean up" })],
    ["PUT /scripts/:id/publish", 6, ({ publicId }) => ({ id: publicId("scripts", 6), content: "echo" })],
    ["PUT /scripts/:id/versions/:v/activate", 6, ({ publicId }) => ({ id: publicId("scripts", 6), v: 1 })],
    ["GET /scripts", 6, { limit: 1 }],
    ["GET /scripts/:id", 7, ({ publicId }) => ({ id: publicId("scripts", 6) })],
    ["GET /scripts/:id/versions", 7, ({ publicId }) => ({ id: publicId("scripts", 6), limit: 3 })],
    ["callback script.listActive", 7, ({ projectId }) => ({ projectId })],
    ["DELETE /scripts/:id", 6, ({ publicId }) => ({ id: publicId("scripts", 6) })],

    ["function contexts/dashboard:create", 7, ({ projectId }) => ({ projectId, name: "Tone", content: "Be kind." })],
    [
      "function contexts/dashboard:update",
      9,
      ({ projectId, publicId }) => ({ projectId, id: publicId("contexts", 16), content: "Be brief." }),
    ],
    [
      "function contexts/dashboard:activate",
      6,
      ({ projectId, publicId }) => ({ projectId, id: publicId("contexts", 16), version: 1 }),
    ],
    [
      "function contexts/dashboard:list",
      4,
      ({ projectId }) => ({ projectId, paginationOpts: { numItems: 1, cursor: null } }),
    ],
    ["function contexts/dashboard:get", 6, ({ projectId, publicId }) => ({ projectId, id: publicId("contexts", 16) })],
    [
      "function contexts/dashboard:versions",
      10,
      ({ projectId, publicId }) => ({ projectId, paginationOpts, id: publicId("contexts") }),
    ],
    [
      "function contexts/dashboard:remove",
      5,
      ({ projectId, publicId }) => ({ projectId, id: publicId("contexts", 16) }),
    ],

    ["function skills/dashboard:create", 7, ({ projectId }) => ({ projectId, name: "Tests", files })],
    [
      "function skills/dashboard:update",
      6,
      ({ projectId, publicId }) => ({ projectId, id: publicId("skills", 10), description: "Newer." }),
    ],
    [
      "function skills/dashboard:publish",
      6,
      ({ projectId, publicId }) => ({ projectId, id: publicId("skills", 10), files }),
    ],
    [
      "function skills/dashboard:activate",
      6,
      ({ projectId, publicId }) => ({ projectId, id: publicId("skills", 10), version: 1 }),
    ],
    [
      "function skills/dashboard:list",
      4,
      ({ projectId }) => ({ projectId, paginationOpts: { numItems: 1, cursor: null } }),
    ],
    ["function skills/dashboard:get", 6, ({ projectId, publicId }) => ({ projectId, id: publicId("skills", 10) })],
    [
      "function skills/dashboard:versions",
      6,
      ({ projectId, publicId }) => ({ projectId, paginationOpts, id: publicId("skills", 10) }),
    ],
    ["function skills/dashboard:remove", 6, ({ projectId, publicId }) => ({ projectId, id: publicId("skills", 10) })],

    ["function commands/dashboard:create", 7, ({ projectId }) => ({ projectId, name: "check-all", content: "Check." })],
    [
      "function commands/dashboard:update",
      6,
      ({ projectId, publicId }) => ({ projectId, id: publicId("commands", 12), description: "Newer." }),
    ],
    [
      "function commands/dashboard:publish",
      6,
      ({ projectId, publicId }) => ({ projectId, id: publicId("commands", 12), content: "Check." }),
    ],
    [
      "function commands/dashboard:activate",
      6,
      ({ projectId, publicId }) => ({ projectId, id: publicId("commands", 12), version: 1 }),
    ],
    [
      "function commands/dashboard:list",
      4,
      ({ projectId }) => ({ projectId, paginationOpts: { numItems: 1, cursor: null } }),
    ],
    ["function commands/dashboard:get", 6, ({ projectId, publicId }) => ({ projectId, id: publicId("commands", 12) })],
    [
      "function commands/dashboard:versions",
      6,
      ({ projectId, publicId }) => ({ projectId, paginationOpts, id: publicId("commands", 12) }),
    ],
    [
      "function commands/dashboard:remove",
      6,
      ({ projectId, publicId }) => ({ projectId, id: publicId("commands", 12) }),
    ],

    [
      "function scripts/dashboard:create",
      7,
      ({ projectId }) => ({ projectId, name: "Tidy", language: "shell", content: "rm" }),
    ],
    [
      "function scripts/dashboard:update",
      6,
      ({ projectId, publicId }) => ({ projectId, id: publicId("scripts", 14), description: "Newer." }),
    ],
    [
      "function scripts/dashboard:publish",
      6,
      ({ projectId, publicId }) => ({ projectId, id: publicId("scripts", 14), content: "rm" }),
    ],
    [
      "function scripts/dashboard:activate",
      6,
      ({ projectId, publicId }) => ({ projectId, id: publicId("scripts", 14), version: 1 }),
    ],
    [
      "function scripts/dashboard:list",
      4,
      ({ projectId }) => ({ projectId, paginationOpts: { numItems: 1, cursor: null } }),
    ],
    ["function scripts/dashboard:get", 6, ({ projectId, publicId }) => ({ projectId, id: publicId("scripts", 14) })],
    [
      "function scripts/dashboard:versions",
      6,
      ({ projectId, publicId }) => ({ projectId, paginationOpts, id: publicId("scripts", 14) }),
    ],
    ["function scripts/dashboard:remove", 6, ({ projectId, publicId }) => ({ projectId, id: publicId("scripts", 14) })],
  ],
};
