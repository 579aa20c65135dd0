// The hooks of a project. It has at most twenty, so there are two in the project of the request, with many messages.
import type { Area } from "../../support/readBudgets/area";

const paginationOpts = { numItems: 3, cursor: null };

export const area: Area = {
  rows: {
    inboundHooks: (at) => ({
      projectId: at.index < 4 ? at.projectId : at.id("projects"),
      kind: "github",
      secret: { name: at.unique, ciphertext: "v2.none" },
    }),
    hookDeliveries: (at) => ({ projectId: at.projectId, hookId: at.parent("inboundHooks"), deliveryId: at.unique }),
  },
  grow: { hookDeliveries: "the messages of code hosts in a week" },
  budgets: [
    ["GET /project/hooks", 6, { limit: 3 }],
    ["POST /project/hooks", 10, { kind: "github" }],
    ["DELETE /project/hooks/:id", 5, ({ publicId }) => ({ id: publicId("inboundHooks") })],
    ["function hooks/dashboard:list", 5, ({ projectId }) => ({ projectId, paginationOpts })],
    ["function hooks/dashboard:create", 10, ({ projectId }) => ({ projectId, kind: "gitlab" })],
    [
      "function hooks/dashboard:remove",
      5,
      ({ projectId, publicId }) => ({ projectId, id: publicId("inboundHooks", 2) }),
    ],
    // The looks at the requests that they name are due, and are claimed below (jobs.ts).
    ["hook github", 7, { pull_request: { number: 1 }, repository: { full_name: "acme/shop" } }, "last"],
    [
      "hook gitlab",
      7,
      {
        object_kind: "merge_request",
        object_attributes: { iid: 3 },
        project: { path_with_namespace: "acme/shop" },
      },
      "last",
    ],
  ],
};
