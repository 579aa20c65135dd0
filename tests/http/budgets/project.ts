// Projects and their administration.
import { addressWithCanary } from "../../support/canaryAddress";
import type { Area } from "../../support/readBudgets/area";

const runs = { runsStarted: 0, runsCompleted: 0, runsFailed: 0 };
const nothing = { ...runs, tokens: 0, costMicroUsd: 0, activeMs: 0, unratedRecords: 0 };
const paginationOpts = { numItems: 3, cursor: null };

export const area: Area = {
  rows: {
    projects: (at) => ({ name: "Demo", slug: at.unique, gitRepoUrl: addressWithCanary }),
    // Every member of a project is notified, so there are as many members among few rows as among many.
    projectMembers: (at) => ({
      projectId: at.index < 10 ? at.projectId : at.id("projects"),
      userId: at.id("users"),
      role: at.index === 0 ? "owner" : "member",
    }),
    projectInvitations: (at) => ({
      projectId: at.projectId,
      email: `${at.unique}@example.org`,
      role: "member",
      invitedBy: at.keyUser,
      expiresAtMs: Date.UTC(2999, 0, 1),
    }),
    // A project has one row for each shard. Here there is one shard.
    counters: (at) => ({ projectId: at.id("projects"), shard: 0, counts: {}, date: "", day: nothing }),
    // There is at most one row for each project.
    projectSettings: (at) => ({ projectId: at.id("projects"), secrets: {} }),
    providerKeys: (at) => ({
      projectId: at.projectId,
      provider: `provider-${at.index}`,
      ciphertext: "",
      lastFour: "",
      updatedAt: 0,
    }),
    apiKeys: (at) => ({
      projectId: at.projectId,
      userId: at.id("users"),
      name: "CI",
      hash: at.unique,
      prefix: "svc_test_12345678",
      scopes: ["*"],
      revokedAtMs: null,
    }),
    apiKeyUses: (at) => ({ keyId: at.parent("apiKeys") }),
    apiKeyLastUses: (at) => ({ keyId: at.id("apiKeys"), lastUsedAtMs: 0 }),
    // There is at most one row: for the key with which the operations are measured.
    sealingKeys: () => ({ keyId: "6dfaea551003" }),
    pausedWork: (at) => ({
      projectId: at.projectId,
      pausedAtMs: 0,
      work: { kind: "runBound", runId: at.id("runs"), boundAtMs: 1 },
    }),
    idempotencyKeys: (at) => ({ projectId: at.projectId, keyHash: at.unique, fingerprint: "", answer: null }),
    healthProbes: () => ({ atMs: 0 }),
    idempotencyParts: (at) => ({ keyId: at.id("idempotencyKeys"), number: 0, text: "" }),
  },
  grow: {
    projects: "each project of the deployment",
    idempotencyKeys: "each change with a key, for a day",
  },
  budgets: [
    ["open /healthz", 3],
    ["open /api/v1/openapi.json", 0],
    ["GET /project", 4],
    ["POST /project/update", 5, { name: "Other", slug: "other" }],
    ["GET /project/counters", 6],
    ["GET /project/settings", 4],
    ["POST /project/settings/update", 9, { agentMd: "Be brief.", backendDevKey: "dev-key-1234" }],
    ["callback settings.get", 2, ({ projectId }) => ({ projectId })],
    ["GET /project/provider-keys", 8, { limit: 3 }],
    ["POST /project/provider-keys/set", 7, { provider: "openai", key: "sk-first-1111" }],
    ["callback keys.get", 2, ({ projectId }) => ({ projectId, keyType: "openai" })],
    ["callback keys.getWithFallback", 2, ({ projectId }) => ({ projectId, keyType: "openai" })],
    ["POST /project/provider-keys/remove", 6, { provider: "openai" }],
    ["GET /project/members", 15, { limit: 3 }],
    ["POST /project/members/invite", 4, ({ unique }) => ({ email: `${unique(0)}@example.net`, role: "member" })],
    ["POST /project/members/invite", 26, ({ unique }) => ({ email: `${unique(1)}@example.com`, role: "member" })],
    ["POST /project/members/update-role", 7, ({ publicId }) => ({ targetUserId: publicId("users", 2), role: "admin" })],
    ["POST /project/members/remove", 11, ({ publicId }) => ({ targetUserId: publicId("users", 2) })],
    ["GET /limits", 8, {}],
    ["function limits/dashboard:list", 7, ({ projectId }) => ({ projectId })],
    ["GET /project/api-keys", 16, { limit: 3 }],
    ["POST /project/api-keys/generate", 9, { name: "CI" }],
    ["POST /project/api-keys/rotate", 12, ({ publicId }) => ({ keyId: publicId("apiKeys", 4), graceSeconds: 3600 })],
    ["POST /project/api-keys/revoke", 8, ({ publicId }) => ({ keyId: publicId("apiKeys") })],
    ["function project/dashboard:mine", 5, { paginationOpts }],
    ["function project/dashboard:get", 3, ({ projectId }) => ({ projectId })],
    ["function project/dashboard:counters", 5, ({ projectId }) => ({ projectId })],
    ["function project/dashboard:create", 6, ({ projectId }) => ({ projectId, name: "Second" })],
    ["function project/dashboard:update", 5, ({ projectId }) => ({ projectId, slug: "another" })],
    ["function project/dashboard:remove", 5, ({ emptyProjectId }) => ({ projectId: emptyProjectId }), "last"],
    ["function settings/dashboard:get", 4, ({ projectId }) => ({ projectId })],
    [
      "function settings/dashboard:update",
      11,
      ({ projectId }) => ({ projectId, agentMd: "Be brief.", backendDevKey: "dev-key-1234" }),
    ],
    ["function providerKeys/dashboard:list", 6, ({ projectId }) => ({ projectId, paginationOpts })],
    [
      "function providerKeys/dashboard:set",
      7,
      ({ projectId }) => ({ projectId, provider: "anthropic", key: "sk-second-2222" }),
    ],
    ["function providerKeys/dashboard:remove", 6, ({ projectId }) => ({ projectId, provider: "anthropic" })],
    ["function apiKeys/dashboard:list", 14, ({ projectId }) => ({ projectId, paginationOpts })],
    ["function apiKeys/dashboard:generate", 9, ({ projectId }) => ({ projectId, name: "CI" })],
    [
      "function apiKeys/dashboard:rotate",
      13,
      ({ projectId, publicId }) => ({ projectId, keyId: publicId("apiKeys", 6) }),
    ],
    [
      "function apiKeys/dashboard:revoke",
      7,
      ({ projectId, publicId }) => ({ projectId, keyId: publicId("apiKeys", 10) }),
    ],
    ["function members/dashboard:list", 9, ({ projectId }) => ({ projectId, paginationOpts })],
    ["function members/dashboard:invitations", 6, ({ projectId }) => ({ projectId, paginationOpts })],
    [
      "function members/dashboard:invite",
      26,
      ({ projectId, unique }) => ({ projectId, email: `${unique(3)}@example.com`, role: "member" }),
    ],
    [
      "function members/dashboard:updateRole",
      8,
      ({ projectId, publicId }) => ({ projectId, targetUserId: publicId("users", 8), role: "admin" }),
    ],
    [
      "function members/dashboard:remove",
      12,
      ({ projectId, publicId }) => ({ projectId, targetUserId: publicId("users", 8) }),
    ],
    ["POST /project/delete", 5, {}, "last"],
  ],
};
