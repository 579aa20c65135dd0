// Learnings and the versions that are compiled from them.
import type { Area } from "../../support/readBudgets/area";

const paginationOpts = { numItems: 3, cursor: null };

export const area: Area = {
  rows: {
    learnings: (at) => ({
      projectId: at.projectId,
      description: `Learning ${at.unique}`,
      searchText: `Learning ${at.unique}`,
      category: "builds",
      applicableRoles: at.index < 6 ? ["designer"] : [],
      // A preview reads approved learnings up to a limit. With more approved rows it would read more.
      status: at.index < 10 ? "approved" : "pending",
      sandboxId: at.parent("sandboxes"),
      runId: at.parent("runs"),
      correctedAtMs: 0,
      updatedAtMs: 0,
    }),
    // A preview for a role also reads the learnings of that role.
    learningRoles: (at) => ({
      projectId: at.projectId,
      role: at.index < 6 ? "designer" : at.unique,
      learnedAt: at.index,
      learningId: at.id("learnings"),
    }),
    migrations: (at) => ({
      name: at.unique,
      cursor: null,
      steps: 1,
      rows: 1,
      movedAtMs: 0,
      finishedAtMs: 0,
    }),
    // The statistics show all categories of a project. Here each project has one.
    learningCounts: (at) => ({ projectId: at.id("projects"), category: at.unique, count: 1 }),
    learningVersions: (at) => ({
      projectId: at.projectId,
      roleType: "designer",
      version: at.index,
      status: at.index < 2 ? "active" : "draft",
      learningCount: 1,
      documentId: at.id("learningDocuments"),
      createdBy: at.id("users"),
    }),
    learningDocuments: (at) => ({
      projectId: at.projectId,
      learningIds: [at.id("learnings")],
      content: "# Learnings for designer\n",
    }),
  },
  grow: {
    learnings: "what is learned in each sandbox",
  },
  budgets: [
    ["GET /learnings/list", 8, { limit: 3 }],
    ["GET /learnings/list", 8, { limit: 3, status: "approved" }],
    ["GET /learnings/list", 8, { limit: 3, category: "builds" }],
    ["GET /learnings/list", 7, { limit: 3, search: "learning" }],
    ["GET /learnings/list", 7, { limit: 3, search: "learning", status: "pending", category: "builds" }],
    ["GET /learnings/list", 8, { limit: 3, status: "approved", category: "builds" }],
    ["GET /learnings/by-sandbox", 9, ({ publicId }) => ({ limit: 3, sandboxId: publicId("sandboxes") })],
    ["GET /learnings/stats", 5],
    ["GET /learnings/preview", 9],
    ["GET /learnings/preview", 12, { roleType: "designer" }],
    ["POST /learnings/create", 6, { description: "Use npm ci.", category: "new" }],
    [
      "POST /learnings/update-status",
      10,
      ({ publicId }) => ({ learningId: publicId("learnings", 2), status: "archived" }),
    ],
    [
      "POST /learnings/update-content",
      8,
      ({ publicId }) => ({ learningId: publicId("learnings", 2), category: "new" }),
    ],
    ["POST /learnings/delete", 9, ({ publicId }) => ({ learningId: publicId("learnings", 2) })],
    ["POST /learnings/restore", 11, ({ publicId }) => ({ learningId: publicId("learnings", 2) })],
    [
      "POST /learnings/bulk-update-status",
      11,
      ({ publicId }) => ({ learningIds: [publicId("learnings", 2), publicId("learnings", 4)], status: "rejected" }),
    ],
    [
      "POST /learnings/bulk-delete",
      13,
      ({ publicId }) => ({ learningIds: [publicId("learnings", 2), publicId("learnings", 4)] }),
    ],
    ["POST /learnings/permanent-delete", 7, ({ publicId }) => ({ learningId: publicId("learnings", 2) })],
    [
      "callback learning.dispatchExtraction",
      3,
      ({ publicId }) => ({ sandboxId: publicId("sandboxes"), runId: publicId("runs") }),
    ],
    [
      "callback learning.store",
      5,
      ({ publicId }) => ({ sandboxId: publicId("sandboxes"), content: "Use npm ci.", category: "new" }),
    ],
    [
      "callback learning.bulkStore",
      7,
      ({ publicId }) => ({
        learnings: [1, 2, 3].map(() => ({ sandboxId: publicId("sandboxes"), content: "Use npm.", category: "new" })),
      }),
    ],
    ["callback learning.getCompiled", 3, ({ projectId }) => ({ projectId, role: "designer" })],
    ["callback learning.getCompiled", 3, ({ projectId }) => ({ projectId, role: "checker" })],
    ["callback learningVersion.getActive", 4, ({ projectId }) => ({ projectId, roleType: "designer" })],
    ["GET /learning-versions/list", 11, { limit: 3 }],
    ["GET /learning-versions/list", 11, { limit: 3, roleType: "designer" }],
    ["GET /learning-versions/list", 11, { limit: 3, status: "draft" }],
    ["GET /learning-versions/list", 11, { limit: 3, roleType: "designer", status: "draft" }],
    ["GET /learning-versions/get", 7, ({ publicId }) => ({ id: publicId("learningVersions") })],
    ["GET /learning-versions/active", 7, { roleType: "designer" }],
    [
      "POST /learning-versions/compile",
      10,
      ({ publicId }) => ({
        roleType: "designer",
        learningIds: [publicId("learnings"), publicId("learnings", 6), publicId("learnings", 8)],
      }),
    ],
    ["POST /learning-versions/activate", 11, ({ publicId }) => ({ versionId: publicId("learningVersions", 2) })],
    ["POST /learning-versions/deactivate", 8, ({ publicId }) => ({ versionId: publicId("learningVersions", 2) })],

    ["function learnings/dashboard:list", 6, ({ projectId }) => ({ projectId, paginationOpts })],
    ["function learnings/dashboard:list", 6, ({ projectId }) => ({ projectId, paginationOpts, status: "approved" })],
    ["function learnings/dashboard:list", 6, ({ projectId }) => ({ projectId, paginationOpts, category: "builds" })],
    [
      "function learnings/dashboard:list",
      6,
      ({ projectId }) => ({ projectId, paginationOpts, status: "approved", category: "builds" }),
    ],
    [
      "function learnings/dashboard:listOfSandbox",
      7,
      ({ projectId, publicId }) => ({ projectId, paginationOpts, sandboxId: publicId("sandboxes") }),
    ],
    ["function learnings/dashboard:stats", 6, ({ projectId }) => ({ projectId })],
    ["function learnings/dashboard:preview", 7, ({ projectId }) => ({ projectId, roleType: "designer" })],
    [
      "function learnings/dashboard:create",
      8,
      ({ projectId }) => ({ projectId, description: "Use npm ci.", category: "new" }),
    ],
    [
      "function learnings/dashboard:update",
      10,
      ({ projectId, publicId }) => ({ projectId, learningId: publicId("learnings", 10), category: "new" }),
    ],
    [
      "function learnings/dashboard:updateStatus",
      8,
      ({ projectId, publicId }) => ({ projectId, learningId: publicId("learnings", 10), status: "approved" }),
    ],
    [
      "function learningVersions/dashboard:preview",
      4,
      ({ projectId, publicId }) => ({ projectId, roleType: "designer", learningIds: [publicId("learnings", 10)] }),
    ],
    [
      "function learningVersions/dashboard:compile",
      8,
      ({ projectId, publicId }) => ({ projectId, roleType: "designer", learningIds: [publicId("learnings", 10)] }),
    ],
    [
      "function learnings/dashboard:updateStatusOfMany",
      9,
      ({ projectId, publicId }) => ({
        projectId,
        learningIds: [publicId("learnings", 10), publicId("learnings", 12)],
        status: "rejected",
      }),
    ],
    [
      "function learnings/dashboard:remove",
      9,
      ({ projectId, publicId }) => ({ projectId, learningId: publicId("learnings", 10) }),
    ],
    [
      "function learnings/dashboard:restore",
      11,
      ({ projectId, publicId }) => ({ projectId, learningId: publicId("learnings", 10) }),
    ],
    [
      "function learnings/dashboard:removeMany",
      13,
      ({ projectId, publicId }) => ({ projectId, learningIds: [publicId("learnings", 10), publicId("learnings", 12)] }),
    ],
    [
      "function learnings/dashboard:purge",
      7,
      ({ projectId, publicId }) => ({ projectId, learningId: publicId("learnings", 12) }),
    ],
    ["function learningVersions/dashboard:list", 9, ({ projectId }) => ({ projectId, paginationOpts })],
    [
      "function learningVersions/dashboard:list",
      9,
      ({ projectId }) => ({ projectId, paginationOpts, roleType: "designer" }),
    ],
    [
      "function learningVersions/dashboard:list",
      9,
      ({ projectId }) => ({ projectId, paginationOpts, status: "draft" }),
    ],
    [
      "function learningVersions/dashboard:list",
      9,
      ({ projectId }) => ({ projectId, paginationOpts, roleType: "designer", status: "draft" }),
    ],
    [
      "function learningVersions/dashboard:get",
      6,
      ({ projectId, publicId }) => ({ projectId, id: publicId("learningVersions") }),
    ],
    [
      "function learningVersions/dashboard:activate",
      8,
      ({ projectId, publicId }) => ({ projectId, versionId: publicId("learningVersions", 10) }),
    ],
    ["function learningVersions/dashboard:active", 6, ({ projectId }) => ({ projectId, roleType: "designer" })],
    [
      "function learningVersions/dashboard:deactivate",
      8,
      ({ projectId, publicId }) => ({ projectId, versionId: publicId("learningVersions", 10) }),
    ],
    ["function learnings/dashboard:search", 6, ({ projectId }) => ({ projectId, search: "learning", limit: 3 })],
  ],
};
