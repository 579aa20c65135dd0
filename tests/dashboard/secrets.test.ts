// Live functions of API keys, provider keys and settings, which admins and owners manage.
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import { bearer, callbackOf, client, dataOf } from "../support/fixtures";
import { inProcess } from "../support/inProcess";
import { allOf, restList, restOf } from "./lists";
import { refusal, staffedProject } from "./people";

const deployment = inProcess();
let projectId: string;
let people: Awaited<ReturnType<typeof staffedProject>>["people"];

beforeAll(() => deployment.setEnvironment({ PROVIDER_KEY_ENCRYPTION_KEY: randomBytes(32).toString("base64") }));
afterAll(() => deployment.setEnvironment({ PROVIDER_KEY_ENCRYPTION_KEY: null }));
beforeEach(async () => {
  ({ projectId, people } = await staffedProject(deployment));
});

const documents = async () =>
  JSON.stringify(await deployment.documents(), (_field, value: unknown) =>
    typeof value === "bigint" ? String(value) : value,
  );

describe("API keys", () => {
  const { list } = api.apiKeys.dashboard;
  const { generate, revoke } = api.apiKeys.dashboard;
  const status = async (key: string) => (await deployment.fetch("/api/v1/project", { headers: bearer(key) })).status;

  it("are shown once, and act for their maker", async () => {
    const { key, ...made } = await people.admin.action(generate, {
      projectId,
      name: "CI",
      scopes: ["notifications:read", "project:read", "project:read"],
    });
    expect(key).toMatch(/^svc_test_[0-9A-Za-z]{43}$/);
    expect(made).toMatchObject({ name: "CI", scopes: ["notifications:read", "project:read"], status: "active" });
    expect(await status(key)).toBe(200);
    expect(await documents()).not.toContain(key);
    const count = await people.admin.query(api.notifications.dashboard.countUnread, { projectId });
    expect(await dataOf(client(deployment, key).get("/notifications/unread-count"))).toEqual(count);
  });

  it("may do what the role of their maker may, unless fewer scopes are requested", async () => {
    const byOwner = await people.owner.action(generate, { projectId, name: "All" });
    expect(byOwner.scopes).toEqual(["*"]);
    const byAdmin = await people.admin.action(generate, { projectId, name: "Areas" });
    expect(byAdmin.scopes).toContain("runs:write");
    expect(byAdmin.scopes).not.toContain("admin");
    const refused = await client(deployment, byAdmin.key).post("/project/delete");
    expect(refused.body.error.code).toBe("SCOPE_DENIED");
  });

  it.each([["admin"], ["*"]])(
    "FORBIDDEN for an admin to make one with the scope %s, which may delete the project",
    async (scope) => {
      const before = await documents();
      const refused = await refusal(people.admin.action(generate, { projectId, name: "CI", scopes: [scope] }));
      expect(refused).toMatchObject({ code: "FORBIDDEN" });
      expect(await documents()).toBe(before);
      expect((await people.owner.action(generate, { projectId, name: "CI", scopes: [scope] })).scopes).toEqual([scope]);
    },
  );

  it("are rotated by a person who might make such a key, and belong to that person then", async () => {
    const { rotate } = api.apiKeys.dashboard;
    const [areas, all] = [
      await people.owner.action(generate, { projectId, name: "Areas", preset: "operator" }),
      await people.owner.action(generate, { projectId, name: "All" }),
    ];
    const { key, ...view } = await people.admin.action(rotate, { projectId, keyId: areas.id });
    expect(view).toMatchObject({ name: "Areas", preset: "operator", madeByKeyId: null });
    expect(view.createdBy).not.toBe(areas.createdBy);
    expect([await status(areas.key), await status(key), await documents()]).toEqual([
      401,
      200,
      expect.not.stringContaining(key),
    ]);
    expect(await refusal(people.admin.action(rotate, { projectId, keyId: all.id }))).toMatchObject({
      code: "FORBIDDEN",
    });
    expect(await status(all.key)).toBe(200);
  });

  it("are listed in pages as REST lists them, and refused once revoked", async () => {
    const rest = await restOf(deployment, projectId);
    const { key, id: keyId } = await people.admin.action(generate, { projectId, name: "CI" });
    const revoked = await people.admin.mutation(revoke, { projectId, keyId });
    expect(revoked).toMatchObject({ id: keyId, status: "revoked", revokedAt: expect.any(String) });
    expect(await people.admin.mutation(revoke, { projectId, keyId })).toEqual(revoked);
    expect(await status(key)).toBe(401);
    const shown = await allOf((paginationOpts) => people.admin.query(list, { projectId, paginationOpts }));
    expect(shown).toEqual(await restList(rest, "/project/api-keys"));
  });

  it.each([
    ["name", { name: "" }],
    ["scopes", { name: "CI", scopes: [] }],
    ["scopes.0", { name: "CI", scopes: ["everything"] }],
    ["expiresAt", { name: "CI", expiresAt: "2001-01-01T00:00:00Z" }],
  ])("VALIDATION naming the field %s", async (field, body) => {
    expect(await refusal(people.owner.action(generate, { projectId, ...body }))).toMatchObject({
      code: "VALIDATION",
      field,
    });
  });
});

describe("keys of providers", () => {
  const { list } = api.providerKeys.dashboard;
  const { set, remove } = api.providerKeys.dashboard;
  const key = "sk-of-somebody-9876";

  it("are stored encrypted, shown masked, and sent to the job runner in full", async () => {
    const shown = await people.admin.action(set, { projectId, provider: "openai", key });
    expect(shown).toEqual({
      provider: "openai",
      known: true,
      lastFour: "9876",
      updatedAt: expect.any(String),
      origins: null,
    });
    expect(await documents()).not.toContain(key);
    const job = await callbackOf(deployment);
    expect(await job.call("keys.get", { projectId, keyType: "openai" })).toMatchObject({ key, source: "project" });
  });

  it("are one for each provider, listed as REST lists them, until they are removed", async () => {
    for (const provider of ["openai", "anthropic", "openai"])
      await people.admin.action(set, { projectId, provider, key });
    const listed = () => allOf((paginationOpts) => people.admin.query(list, { projectId, paginationOpts }), 1);
    expect((await listed()).map(({ provider }) => provider)).toEqual(["anthropic", "openai"]);
    expect(await listed()).toEqual(await restList(await restOf(deployment, projectId), "/project/provider-keys"));
    const removed = await people.admin.mutation(remove, { projectId, provider: "openai" });
    expect(removed).toEqual({ provider: "openai", deleted: true });
    expect((await listed()).map(({ provider }) => provider)).toEqual(["anthropic"]);
    const again = await refusal(people.admin.mutation(remove, { projectId, provider: "openai" }));
    expect(again).toMatchObject({ code: "NOT_FOUND" });
  });

  it("VALIDATION naming the field", async () => {
    for (const [field, body] of [
      ["provider", { provider: "Open AI", key }],
      ["key", { provider: "openai", key: " " }],
    ] as const) {
      expect(await refusal(people.admin.action(set, { projectId, ...body }))).toMatchObject({
        code: "VALIDATION",
        field,
      });
    }
  });
});

describe("settings", () => {
  const { get } = api.settings.dashboard;
  const { update } = api.settings.dashboard;

  it("change only in the given fields, and are shown as REST shows them, with secrets masked", async () => {
    const envVars = { _MODE: "test", CI: "1" };
    await people.admin.action(update, { projectId, agentMd: "Be brief.", backendDevKey: "dev-key-1234", envVars });
    const changed = await people.admin.action(update, { projectId, gitCommitName: "Ada" });
    expect(changed).toMatchObject({ agentMd: "Be brief.", backendDevKey: "1234", envVars, gitCommitName: "Ada" });
    expect(await people.owner.query(get, { projectId })).toEqual(changed);
    expect(await dataOf((await restOf(deployment, projectId)).get("/project/settings"))).toEqual(changed);
    expect(await documents()).not.toContain("dev-key-1234");
    const job = await callbackOf(deployment);
    expect(await job.call("settings.get", { projectId })).toMatchObject({ backendDevKey: "dev-key-1234" });
    const cleared = await people.admin.action(update, { projectId, agentMd: null, backendDevKey: null });
    expect(cleared).toMatchObject({ agentMd: null, backendDevKey: null, envVars });
  });

  it.each([
    ["agentMd", { agentMd: "" }],
    ["envVars.1st", { envVars: { "1st": "x" } }],
    ["gitCommitEmail", { gitCommitEmail: "nobody" }],
  ])("VALIDATION naming the field %s", async (field, body) => {
    expect(await refusal(people.admin.action(update, { projectId, ...body }))).toMatchObject({
      code: "VALIDATION",
      field,
    });
  });
});
