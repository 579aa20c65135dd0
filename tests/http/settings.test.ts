import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { describeEverywhere } from "../support/deployment";
import { bearer, createKey, createProject, projectForEach, encryptionKey } from "../support/fixtures";
import { fields, nested } from "../support/largeJson";
import { noSettings } from "../support/noSettings";

const settings = "/api/v1/project/settings";
const update = `${settings}/update`;
const providers = "/api/v1/project/provider-keys";

describeEverywhere((deployment) => {
  const { project } = projectForEach(deployment);
  beforeAll(async () => {
    await deployment.setEnvironment({ PROVIDER_KEY_ENCRYPTION_KEY: encryptionKey });
  });
  afterAll(() => deployment.setEnvironment({ PROVIDER_KEY_ENCRYPTION_KEY: null }));

  async function post(path: string, body: unknown, apiKey = project.apiKey) {
    const init = { method: "POST", headers: bearer(apiKey), body: JSON.stringify(body) };
    const response = await deployment.fetch(path, init);
    return { status: response.status, body: await response.json() };
  }

  async function get(path: string, apiKey = project.apiKey) {
    const response = await deployment.fetch(path, { headers: bearer(apiKey) });
    return { status: response.status, body: await response.json() };
  }

  describe("the settings of a project", () => {
    it("are all shown, whether set or not", async () => {
      expect(await get(settings)).toEqual({ status: 200, body: { data: noSettings } });
    });

    it("change if they are given, and stay otherwise", async () => {
      const envVars = { _TOKEN: "a", Path: "", constructor: "b", toString: "c" };
      const first = await post(update, { agentMd: "Be brief.", envVars, selectedSkills: ["skill_a"] });
      expect(first.status).toBe(200);
      const second = await post(update, { gitCommitEmail: "a@example.com" });
      const expected = { ...noSettings, agentMd: "Be brief.", envVars, selectedSkills: ["skill_a"] };
      expect(second.body.data).toEqual({ ...expected, gitCommitEmail: "a@example.com" });
      expect((await get(settings)).body.data).toEqual(second.body.data);
    });

    it("are cleared by null", async () => {
      await post(update, { agentMd: "x", envVars: { A: "1" }, backendDevKey: "dev-key-1234", learningModel: "m" });
      const cleared = { agentMd: null, envVars: null, backendDevKey: null };
      expect((await post(update, cleared)).body.data).toEqual({ ...noSettings, learningModel: "m" });
    });

    it("show the last four characters of secrets, and nothing of a short secret", async () => {
      const secrets = { backendDeployKey: "deploy-key-5678", backendDevKey: "1234", testUserCredentials: { a: "b" } };
      const shown = { backendDeployKey: "5678", backendDevKey: "", testUserCredentials: '"b"}' };
      expect((await post(update, secrets)).body.data).toEqual({ ...noSettings, ...shown });
      await post(update, { agentMd: "x" });
      expect((await get(settings)).body.data).toMatchObject(shown);
    });

    it("show an unused provider as unknown", async () => {
      const set = await post(`${providers}/set`, { provider: "open_ai", key: "sk-first-1111" });
      expect(set.body.data).toMatchObject({ provider: "open_ai", known: false });
      expect((await get(providers)).body.data).toMatchObject([{ provider: "open_ai", known: false }]);
    });

    it("belong to the project of the key", async () => {
      const other = await createProject(deployment, "Other");
      await post(update, { agentMd: "x" });
      expect((await get(settings, other.apiKey)).body.data).toEqual(noSettings);
    });

    it("403 SCOPE_DENIED without the scope admin", async () => {
      const { apiKey } = await createKey(deployment, project.projectId, ["project:write"]);
      expect((await get(settings, apiKey)).body.error.code).toBe("SCOPE_DENIED");
      expect((await post(update, [], apiKey)).body.error.code).toBe("SCOPE_DENIED");
    });

    it.each([
      ["agentMd", { agentMd: 1 }],
      ["agentMd", { agentMd: "" }],
      ["agentMd", { agentMd: "x".repeat(40_001) }],
      ["selectedSkills.0", { selectedSkills: [1] }],
      ["selectedSkills", { selectedSkills: Array.from({ length: 101 }, () => "x") }],
      ["envVars", { envVars: [] }],
      ["envVars.A", { envVars: { A: 1 } }],
      ["envVars.no name", { envVars: { "no name": "x" } }],
      ["envVars", { envVars: { A: "x".repeat(32_000) } }],
      ["envVars", { envVars: fields(1100) }],
      ["testUserCredentials", { testUserCredentials: "x" }],
      ["testUserCredentials", { testUserCredentials: { a: nested(100) } }],
      ["gitCommitEmail", { gitCommitEmail: "nobody" }],
      ["secrets", { secrets: {} }],
      ...["envVars", "deployEnvVars", "testUserCredentials"].map((name): [string, object] => [
        `${name}.__proto__`,
        { [name]: JSON.parse('{"A":"1","__proto__":"x"}') },
      ]),
      ["testUserCredentials.a.0.__proto__", { testUserCredentials: { a: [JSON.parse('{"__proto__":"x"}')] } }],
    ])("400 VALIDATION naming %s, changing nothing", async (field, body) => {
      const answer = await post(update, { learningModel: "m", ...body });
      expect(answer.status).toBe(400);
      expect(answer.body.error).toMatchObject({ code: "VALIDATION", field });
      expect((await get(settings)).body.data).toEqual(noSettings);
    });
  });

  describe("the provider keys of a project", () => {
    it("are set, replaced, listed by their last four characters and removed", async () => {
      const first = await post(`${providers}/set`, { provider: "openai", key: "sk-first-1111" });
      expect(first).toMatchObject({
        status: 200,
        body: { data: { provider: "openai", known: true, lastFour: "1111" } },
      });
      await post(`${providers}/set`, { provider: "anthropic", key: "sk-ant-2222" });
      await post(`${providers}/set`, { provider: "openai", key: "sk-second-3333" });
      const { body } = await get(providers);
      expect(body).toEqual({
        data: [
          {
            provider: "anthropic",
            known: true,
            lastFour: "2222",
            updatedAt: expect.stringMatching(/Z$/),
            origins: null,
          },
          { provider: "openai", known: true, lastFour: "3333", updatedAt: expect.stringMatching(/Z$/), origins: null },
        ],
        nextCursor: null,
        hasMore: false,
      });
      expect((await post(`${providers}/remove`, { provider: "openai" })).status).toBe(200);
      expect((await get(providers)).body.data).toHaveLength(1);
      expect((await post(`${providers}/remove`, { provider: "openai" })).body.error.code).toBe("NOT_FOUND");
    });

    it("may have several lines where runners do not ask for them by themselves", async () => {
      const account = JSON.stringify({ type: "service_account" }, null, 2);
      expect((await post(`${providers}/set`, { provider: "my-cloud", key: account })).status).toBe(200);
      expect((await post(`${providers}/set`, { provider: "openai", key: " sk-1111\n" })).status).toBe(200);
    });

    it("belong to the project of the key", async () => {
      const other = await createProject(deployment, "Other");
      await post(`${providers}/set`, { provider: "openai", key: "sk-first-1111" });
      expect((await get(providers, other.apiKey)).body.data).toEqual([]);
      expect((await post(`${providers}/remove`, { provider: "openai" }, other.apiKey)).status).toBe(404);
      expect((await get(providers)).body.data).toHaveLength(1);
    });

    it("403 SCOPE_DENIED without the scope admin", async () => {
      const { apiKey } = await createKey(deployment, project.projectId, ["project:write"]);
      expect((await get(providers, apiKey)).body.error.code).toBe("SCOPE_DENIED");
      expect((await post(`${providers}/set`, [], apiKey)).body.error.code).toBe("SCOPE_DENIED");
      expect((await post(`${providers}/remove`, [], apiKey)).body.error.code).toBe("SCOPE_DENIED");
    });

    it.each([
      ["set", "provider", { key: "x" }],
      ["set", "provider", { provider: "OpenAI", key: "x" }],
      ["set", "provider", { provider: "x".repeat(41), key: "x" }],
      ["set", "key", { provider: "openai" }],
      ["set", "key", { provider: "openai", key: " " }],
      ["set", "key", { provider: "code_host", key: "ghp_first\nsecond" }],
      ["set", "key", { provider: "openai", key: "sk-first\u0007second" }],
      ["set", "lastFour", { provider: "openai", key: "x", lastFour: "1234" }],
      ["remove", "provider", {}],
      ["remove", "key", { provider: "openai", key: "x" }],
    ])("%s: 400 VALIDATION naming %s for %j", async (action, field, body) => {
      const answer = await post(`${providers}/${action}`, body);
      expect(answer.status).toBe(400);
      expect(answer.body.error).toMatchObject({ code: "VALIDATION", field });
    });
  });

  it("500 INTERNAL where a secret cannot be encrypted, storing only the use of the key", async () => {
    const { apiKey, keyId } = await createKey(deployment, project.projectId, ["admin"]);
    const other = { PROVIDER_KEY_ENCRYPTION_KEY: "short" };
    await deployment.setEnvironment(other);
    const answer = await post(`${providers}/set`, { provider: "openai", key: "sk-first-1111" }, apiKey);
    await deployment.setEnvironment({ PROVIDER_KEY_ENCRYPTION_KEY: encryptionKey });
    expect(answer).toMatchObject({ status: 500, body: { error: { code: "INTERNAL", retryable: true } } });
    expect((await get(providers)).body.data).toEqual([]);
    const keys: { id: string; lastUsedAt: string | null }[] = (await get("/api/v1/project/api-keys")).body.data;
    expect(keys.find(({ id }) => id === keyId)?.lastUsedAt).toMatch(/Z$/);
  });
});
