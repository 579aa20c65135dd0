import type { Area, Budget, World } from "../../support/readBudgets/area";

/** A workflow in the trash. What else an operation reads depends on the type. */
const discarded = ({ publicId }: World) => ({ id: publicId("workflows", 4) });
const inBody = ({ publicId }: World) => ({ entityType: "workflow", entityId: publicId("workflows", 4) });
const inPath = ({ publicId }: World) => ({ type: "workflow", id: publicId("workflows", 4) });
const another = ({ publicId }: World) => ({ type: "workflow", id: publicId("workflows", 8) });

const discard = (): Budget => ["DELETE /workflows/:id", 7, discarded];

const paginationOpts = { numItems: 3, cursor: null };

export const area: Area = {
  rows: {
    trashItems: (at) => ({
      projectId: at.projectId,
      type: "run",
      entityId: at.unique,
      name: "Nightly",
      deletedBy: at.id("users"),
    }),
  },
  grow: {
    trashItems: "what is deleted, until somebody empties it",
  },
  budgets: [
    ["GET /trash/list", 11, { limit: 3 }],
    ["GET /trash", 11, { limit: 3, type: "run" }],
    discard(),
    ["POST /trash/restore", 9, inBody],
    discard(),
    ["POST /trash/:type/:id/restore", 9, inPath],
    discard(),
    ["POST /trash/permanent-delete", 7, inBody],
    ["DELETE /workflows/:id", 7, ({ publicId }) => ({ id: publicId("workflows", 8) })],
    ["DELETE /trash/:type/:id", 7, another],
    ["function trash/dashboard:list", 9, ({ projectId }) => ({ projectId, paginationOpts })],
    ["function trash/dashboard:list", 9, ({ projectId }) => ({ projectId, paginationOpts, type: "run" })],
    [
      "function workflows/dashboard:remove",
      7,
      ({ projectId, publicId }) => ({ projectId, id: publicId("workflows", 16) }),
    ],
    [
      "function trash/dashboard:restore",
      9,
      ({ projectId, publicId }) => ({ projectId, entityType: "workflow", entityId: publicId("workflows", 16) }),
    ],
    [
      "function workflows/dashboard:remove",
      7,
      ({ projectId, publicId }) => ({ projectId, id: publicId("workflows", 16) }),
    ],
    [
      "function trash/dashboard:purge",
      7,
      ({ projectId, publicId }) => ({ projectId, entityType: "workflow", entityId: publicId("workflows", 16) }),
    ],
  ],
};
