// To which addresses the service lets the key of a code host go. tests/runner/keyLeaks.test.ts has the runner's part.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { describeEverywhere } from "../support/deployment";
import { createKey, client, dataOf, encryptionKey, projectForEach, refusalOf, runner } from "../support/fixtures";

const github = "https://github.com";
const hostile = "http://127.0.0.1:4820/a/b.git";

describeEverywhere((deployment) => {
  const { project, api } = projectForEach(deployment);
  const job = runner(deployment);
  const environment = { PROVIDER_KEY_ENCRYPTION_KEY: encryptionKey };
  beforeAll(() => deployment.setEnvironment(environment));
  afterAll(() => deployment.setEnvironment({ PROVIDER_KEY_ENCRYPTION_KEY: null }));

  const set = (changes: object = {}) =>
    api.post("/project/provider-keys/set", { provider: "code_host", key: "ghp_secret_1234", ...changes });
  const name = (gitRepoUrl: string | null) => dataOf(api.post("/project/update", { gitRepoUrl }));
  const listed = async () => (await dataOf(api.get("/project/provider-keys")))[0]?.origins;
  const asked = (address?: string, operation = "keys.getWithFallback") =>
    job.call(operation, { projectId: project.projectId, keyType: "code_host", ...(address ? { address } : {}) });

  describe("the key of a code host", () => {
    it("belongs to the origin that the project's repository had when it was set", async () => {
      await name("git@github.com:acme/shop.git");
      expect((await dataOf(set())).origins).toEqual([github]);
      await name("https://evil.example/acme/shop.git");
      expect(await listed()).toEqual([github]);
      expect(await asked("https://github.com/acme/shop")).toEqual({
        provider: "code_host",
        key: "ghp_secret_1234",
        source: "project",
        origins: [github],
      });
      for (const operation of ["keys.get", "keys.getWithFallback"]) {
        expect(await asked("https://evil.example/acme/shop.git", operation)).toEqual({
          provider: "code_host",
          key: null,
          source: "project",
          origins: [github],
          refused: expect.stringContaining("not for https://evil.example. Somebody who may set keys"),
        });
      }
    });

    it("that replaces another keeps its origins, until other origins are set", async () => {
      await name("https://github.com/acme/shop");
      await set();
      await name("https://evil.example/acme/shop");
      expect((await dataOf(set({ key: "ghp_second_5678" }))).origins).toEqual([github]);
      expect((await dataOf(set({ origins: ["https://Git.example:443/", "https://git.example"] }))).origins).toEqual([
        "https://git.example",
      ]);
      expect((await asked("https://github.com/acme/shop")).key).toBeNull();
      expect((await asked("https://git.example/acme/shop")).key).toBe("ghp_secret_1234");
    });

    it("is not sent while neither it nor the project has an origin, and not to a runner that sends no address", async () => {
      expect((await dataOf(set())).origins).toEqual([]);
      expect((await asked("https://github.com/acme/shop")).key).toBeNull();
      expect(await asked()).toEqual({ provider: "code_host", key: "ghp_secret_1234", source: "project" });
      await name("https://github.com/acme/shop");
      expect((await asked("https://github.com/acme/shop")).key).toBeNull();
      expect((await dataOf(set())).origins).toEqual([github]);
    });

    it("is not sent over plain http unless the operator says so, also on this machine", async () => {
      await name(hostile);
      expect((await dataOf(set())).origins).toEqual(["http://127.0.0.1:4820"]);
      expect(await asked(hostile)).toMatchObject({ key: null, refused: expect.stringContaining("not encrypted") });
      expect(await refusalOf(set({ origins: [github, "http://127.0.0.1:4820"] }))).toEqual([
        400,
        "VALIDATION",
        "origins.1",
      ]);
      await deployment.setEnvironment({ SERVICE_KEYS_OVER_HTTP: "on" });
      try {
        expect((await asked(hostile)).key).toBe("ghp_secret_1234");
        expect((await asked("http://127.0.0.1:4821/a/b.git")).key).toBeNull();
        expect((await asked("http://localhost:4820/a/b.git")).key).toBeNull();
        expect((await set({ origins: ["http://127.0.0.1:4820"] })).status).toBe(200);
      } finally {
        await deployment.setEnvironment({ SERVICE_KEYS_OVER_HTTP: null });
      }
      expect((await asked(hostile)).key).toBeNull();
    });

    it("is refused without a word about a password in the address", async () => {
      await set();
      const { refused } = await asked("https://me:hunter2@evil.example/hunter2");
      expect(refused).toContain("https://evil.example");
      expect(refused).not.toContain("hunter2");
    });

    it.each([
      ["origins", { origins: [] }],
      ["origins", { origins: Array.from({ length: 21 }, (_, index) => `https://host-${index}.example`) }],
      ["origins", { origins: github }],
      ["origins.0", { origins: ["github.com"] }],
      ["origins.0", { origins: ["https://github.com/acme"] }],
      ["origins.0", { origins: ["https://me@github.com"] }],
      ["origins.1", { origins: [github, "https://*.example"] }],
      ["origins.0", { origins: ["http://127.0.0.1"] }],
      ["origins", { provider: "openai", origins: [github] }],
    ])("400 VALIDATION naming %s for %j, and nothing changes", async (field, changes) => {
      await set();
      const before = await dataOf(api.get("/project/provider-keys"));
      expect(await refusalOf(set(changes))).toEqual([400, "VALIDATION", field]);
      expect(await dataOf(api.get("/project/provider-keys"))).toEqual(before);
    });

    it("cannot be redirected by anybody who may write runs or the project", async () => {
      await name("https://github.com/acme/shop");
      await set();
      const scopes = ["runs:read", "runs:write", "project:read", "project:write"];
      const { apiKey } = await createKey(deployment, project.projectId, scopes);
      const theirs = client(deployment, apiKey);
      await dataOf(theirs.post("/project/update", { gitRepoUrl: hostile }));
      await dataOf(theirs.post("/project/update", { gitRepoUrl: null }));
      const body = { provider: "code_host", key: "x", origins: ["https://evil.example"] };
      expect(await refusalOf(theirs.post("/project/provider-keys/set", body))).toEqual([403, "SCOPE_DENIED"]);
      expect(await listed()).toEqual([github]);
    });
  });

  describe("the address of a call", () => {
    it.each(["openai", "sandbox", "my-model"])("400 for a key of %s, which belongs to no address", async (keyType) => {
      const args = { projectId: project.projectId, keyType, address: "https://api.example" };
      const [status, error] = await job.refused("keys.getWithFallback", args);
      expect([status, error.includes("address")]).toEqual([400, true]);
    });
  });

  describe("the platform's key for the code host", () => {
    const platform = { PLATFORM_KEY_CODE_HOST: " platform-code-host-key\n" };
    beforeAll(() => deployment.setEnvironment(platform));
    afterAll(() => deployment.setEnvironment({ PLATFORM_KEY_CODE_HOST: null, PLATFORM_CODE_HOST_ORIGINS: null }));

    it("is sent only to the origins that the operator has set", async () => {
      expect(await asked("https://github.com/acme/shop")).toMatchObject({
        key: null,
        refused: expect.stringContaining("PLATFORM_CODE_HOST_ORIGINS"),
      });
      expect(await asked()).toEqual({ provider: "code_host", key: "platform-code-host-key", source: "platform" });
      await deployment.setEnvironment({ PLATFORM_CODE_HOST_ORIGINS: `https://git.example, ${github}` });
      expect((await asked("https://github.com/acme/shop")).key).toBe("platform-code-host-key");
      expect((await asked("https://evil.example/acme/shop")).key).toBeNull();
      expect((await asked("http://github.com/acme/shop")).key).toBeNull();
    });

    it("does not replace a project's key that may not be sent there", async () => {
      await deployment.setEnvironment({ PLATFORM_CODE_HOST_ORIGINS: github });
      await set({ origins: ["https://git.example"] });
      expect(await asked("https://github.com/acme/shop")).toMatchObject({ key: null, source: "project" });
    });
  });
});
