import type { Area } from "../../support/readBudgets/area";

const persona = {
  name: "Ada",
  type: "designer",
  selectedSkills: [],
  isEnabled: true,
  learningsEnabled: true,
  version: 1,
};

const sums = {
  runs: 1,
  steps: 1,
  completed: 1,
  failed: 0,
  qualitySum: 0,
  qualityCount: 0,
  inputTokens: 0,
  outputTokens: 0,
  costMicroUsd: 0,
  durationSumMs: 0,
  durationCount: 0,
};

const paginationOpts = { numItems: 3, cursor: null };

export const area: Area = {
  rows: {
    personas: (at) => ({ ...persona, projectId: at.projectId, updatedAtMs: 0 }),
    personaVersions: (at) => ({ ...persona, projectId: at.projectId, personaId: at.id("personas") }),
    // There is at most one row for each persona and day, and one for each persona.
    personaDays: (at) => ({ ...sums, projectId: at.projectId, personaId: at.id("personas"), date: "9999-12-31" }),
    personaCounters: (at) => ({
      projectId: at.projectId,
      personaId: at.id("personas"),
      shard: 0,
      total: sums,
      date: "9999-12-31",
      day: sums,
    }),
  },
  budgets: [
    ["GET /personas/list", 8, { limit: 3 }],
    ["GET /personas/get", 5, ({ publicId }) => ({ id: publicId("personas") })],
    ["GET /personas/analytics", 6, ({ publicId }) => ({ id: publicId("personas") })],
    ["GET /personas/analytics", 7, ({ publicId }) => ({ id: publicId("personas"), days: 366 })],
    ["POST /personas/create", 5, { name: "Ada", type: "designer" }],
    ["POST /personas/update", 7, ({ publicId }) => ({ personaId: publicId("personas"), name: "Grace" })],
    ["POST /personas/toggle", 7, ({ publicId }) => ({ personaId: publicId("personas") })],
    ["POST /personas/duplicate", 6, ({ publicId }) => ({ personaId: publicId("personas") })],
    ["POST /personas/delete", 7, ({ publicId }) => ({ personaId: publicId("personas", 2) })],
    ["POST /personas/bulk-delete", 7, ({ publicId }) => ({ personaIds: [publicId("personas", 4)] })],
    ["callback persona.get", 1, ({ publicId }) => ({ personaId: publicId("personas") })],

    ["function personas/dashboard:list", 6, ({ projectId }) => ({ projectId, paginationOpts })],
    ["function personas/dashboard:get", 4, ({ projectId, publicId }) => ({ projectId, id: publicId("personas") })],
    [
      "function personas/dashboard:analytics",
      5,
      ({ projectId, publicId }) => ({ projectId, id: publicId("personas") }),
    ],
    [
      "function personas/dashboard:analytics",
      6,
      ({ projectId, publicId }) => ({ projectId, id: publicId("personas"), days: 366 }),
    ],
    ["function personas/dashboard:create", 5, ({ projectId }) => ({ projectId, name: "Ada", type: "designer" })],
    [
      "function personas/dashboard:update",
      7,
      ({ projectId, publicId }) => ({ projectId, personaId: publicId("personas", 10), name: "Grace" }),
    ],
    [
      "function personas/dashboard:toggle",
      7,
      ({ projectId, publicId }) => ({ projectId, personaId: publicId("personas", 10) }),
    ],
    [
      "function personas/dashboard:duplicate",
      6,
      ({ projectId, publicId }) => ({ projectId, personaId: publicId("personas", 10) }),
    ],
    [
      "function personas/dashboard:versions",
      7,
      ({ projectId, publicId }) => ({ projectId, paginationOpts, id: publicId("personas", 10) }),
    ],
    [
      "function personas/dashboard:remove",
      7,
      ({ projectId, publicId }) => ({ projectId, personaId: publicId("personas", 10) }),
    ],
    [
      "function personas/dashboard:removeMany",
      7,
      ({ projectId, publicId }) => ({ projectId, personaIds: [publicId("personas", 12)] }),
    ],
  ],
};
