import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Id } from "../../convex/_generated/dataModel";
import { encrypt, mask } from "../../convex/lib/encryption";
import { providerKeyAssociatedData, secretSettingAssociatedData } from "../../convex/sealing/associatedData";
import type { SecretSettings } from "../../convex/settings/model";
import type { Deployment } from "../support/deployment";
import { describeEverywhere } from "../support/deployment";
import { bearer, createProject, encryptionKey } from "../support/fixtures";
import { inProcess } from "../support/inProcess";
import { noSettings } from "../support/noSettings";

const secret = "callback-secret-0123456789";
const environment = {
  JOB_CALLBACK_SECRET: secret,
  PROVIDER_KEY_ENCRYPTION_KEY: encryptionKey,
  PLATFORM_KEY_CODE_HOST: "platform-code-host-key",
  PLATFORM_KEY_MY_MODEL: "platform-my-model-key",
};

/** Sets the secret for a suite. */
function withEnvironment(deployment: Deployment): void {
  const removed = Object.fromEntries(Object.keys(environment).map((name) => [name, null]));
  beforeAll(() => deployment.setEnvironment(environment));
  afterAll(() => deployment.setEnvironment(removed));
}

/** Sends a call. A text is sent as it is, with one byte for each character; other values are sent as JSON. */
function send(deployment: Deployment, body: unknown, headers: HeadersInit = bearer(secret)): Promise<Response> {
  return deployment.fetch("/job/callback", {
    method: "POST",
    headers,
    body: typeof body === "string" ? Buffer.from(body, "latin1") : JSON.stringify(body),
  });
}

async function result(deployment: Deployment, operation: string, args: object): Promise<unknown> {
  const response = await send(deployment, { operation, args });
  const body = await response.json();
  expect([response.status, Object.keys(body)]).toEqual([200, ["result"]]);
  return body.result;
}

describeEverywhere((deployment) => {
  withEnvironment(deployment);
  let project: Awaited<ReturnType<typeof createProject>>;
  beforeAll(async () => {
    project = await createProject(deployment);
  });

  describe("POST /job/callback", () => {
    it("401 for any other credential than the secret, also a project's key, before the body is read", async () => {
      const others = [
        {},
        { Authorization: "" },
        { Authorization: secret },
        { Authorization: `Basic ${secret}` },
        bearer(secret.slice(0, -1)),
        bearer(`${secret}0`),
        bearer(secret.toUpperCase()),
        bearer(`${secret} ${secret}`),
        bearer(project.apiKey),
      ];
      for (const headers of others) {
        const response = await send(deployment, "no json", headers);
        expect(response.status).toBe(401);
        expect(await response.json()).toEqual({ error: "The bearer token is missing or wrong." });
        expect(response.headers.get("X-Request-ID")).toMatch(/^[0-9a-f-]{36}$/);
        expect(response.headers.get("WWW-Authenticate")).toBe("Bearer");
      }
    });

    it("200 for a call whose lease is null, as for one without", async () => {
      const call = { operation: "settings.get", args: { projectId: project.projectId } };
      const [without, withNull] = [await send(deployment, call), await send(deployment, { ...call, lease: null })];
      expect([without.status, withNull.status]).toEqual([200, 200]);
      expect(await withNull.json()).toEqual(await without.json());
    });

    it.each<[string, string, unknown]>([
      ["body", "no JSON", "operation=keys.get"],
      ["body", "nothing", ""],
      ["body", "a list", "[]"],
      ["body", "null", "null"],
      ["body", "bytes that are not UTF-8", '{"operation":"\xff"}'],
      ["body", "a lone surrogate", String.raw`{"operation":"keys.get","args":{"projectId":"\ud800"}}`],
      ["body", "endless nesting", "[".repeat(200_000)],
      ["operation", "no operation", { args: {} }],
      ["operation", "an operation that is not a text", { operation: 5, args: {} }],
      ["operation", "an unknown operation", { operation: "project.delete", args: {} }],
      ["operation", "a name that objects have", { operation: "constructor", args: {} }],
      ["args", "no args", { operation: "keys.get" }],
      ["args", "args that are not an object", { operation: "keys.get", args: [] }],
      ["extra", "an unknown field", { operation: "keys.get", args: {}, extra: 1 }],
      ["args.projectId", "a missing argument", { operation: "settings.get", args: {} }],
      ["args.projectId", "an argument of another type", { operation: "settings.get", args: { projectId: 5 } }],
      ["args.keyType", "a missing argument", { operation: "keys.get", args: { projectId: "proj_x" } }],
      ["args.keyType", "no provider", { operation: "keys.get", args: { projectId: "proj_x", keyType: "A B" } }],
      ["args.verbose", "an unknown argument", { operation: "settings.get", args: { projectId: "x", verbose: 1 } }],
      ["args.__proto__", "the prototype", '{"operation":"settings.get","args":{"projectId":"x","__proto__":{}}}'],
    ])("400 naming %s for %s", async (field, _what, body) => {
      const response = await send(deployment, body);
      expect(response.status).toBe(400);
      const { error, ...rest } = await response.json();
      expect(rest).toEqual({});
      expect(error).toContain(field);
      expect(response.headers.get("X-Request-ID")).toMatch(/^[0-9a-f-]{36}$/);
    });

    it.each(["", "x", "proj_", "proj_x", "user_x", `proj_${"0".repeat(32)}`])(
      "400 for the project id %j, which names nothing",
      async (projectId) => {
        for (const operation of ["keys.get", "keys.getWithFallback", "settings.get"]) {
          const args = operation === "settings.get" ? { projectId } : { projectId, keyType: "openai" };
          const response = await send(deployment, { operation, args });
          expect(response.status).toBe(400);
          expect(await response.json()).toEqual({ error: `There is no project with the id ${projectId}.` });
        }
      },
    );

    it.each(["GET", "PUT"])("404 for %s in a plain sentence, naming POST there and in Allow", async (method) => {
      const response = await deployment.fetch("/job/callback", { method, headers: bearer(secret) });
      expect([response.status, response.headers.get("Allow")]).toEqual([404, "POST"]);
      expect(await response.json()).toEqual({ error: `/job/callback has no ${method}; allowed: POST.` });
    });
  });

  describe("keys.get and keys.getWithFallback", () => {
    it("are null for a provider without a key of the project or the platform", async () => {
      const args = { projectId: project.projectId, keyType: "openai" };
      expect(await result(deployment, "keys.get", args)).toBe(null);
      expect(await result(deployment, "keys.getWithFallback", args)).toBe(null);
    });

    it.each([
      ["code_host", "platform-code-host-key"],
      ["my-model", "platform-my-model-key"],
    ])("fall back to the platform's key of %s only when requested", async (provider, key) => {
      const args = { projectId: project.projectId, keyType: provider };
      expect(await result(deployment, "keys.getWithFallback", args)).toEqual({ provider, key, source: "platform" });
      expect(await result(deployment, "keys.get", args)).toBe(null);
    });
  });

  describe("settings.get", () => {
    it("has every setting before any is set", async () => {
      expect(await result(deployment, "settings.get", { projectId: project.projectId })).toEqual(noSettings);
    });
  });
});

describe("POST /job/callback without a secret", () => {
  const deployment = inProcess();
  afterAll(() => deployment.setEnvironment({ JOB_CALLBACK_SECRET: null }));

  it.each([null, ""])("401 for everybody when it is %j", async (unset) => {
    await deployment.setEnvironment({ JOB_CALLBACK_SECRET: unset });
    for (const headers of [{}, { Authorization: "Bearer " }, bearer("undefined"), bearer("null")]) {
      expect((await send(deployment, {}, headers)).status).toBe(401);
    }
  });
});

describe("a secret that is stored encrypted", () => {
  const deployment = inProcess();
  withEnvironment(deployment);
  afterEach(async () => {
    await deployment.setEnvironment(environment);
    vi.restoreAllMocks();
  });

  async function projectWithKey(provider: string, key: string) {
    const { projectId } = await createProject(deployment);
    const id = documentIdOf(projectId);
    const ciphertext = await encrypt(key, providerKeyAssociatedData(id, provider));
    const row = { projectId: id, provider, ciphertext, lastFour: mask(key), updatedAt: Date.now() };
    const keyId = await deployment.run((ctx) => ctx.db.insert("providerKeys", row));
    return { projectId, keyId };
  }

  function documentIdOf(projectId: string): Id<"projects"> {
    return projectId.slice("proj_".length) as Id<"projects">;
  }

  async function fault(operation: string, args: object): Promise<string> {
    const log = vi.spyOn(console, "error").mockReturnValue();
    const response = await send(deployment, { operation, args });
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({ error: "Something went wrong on our side." });
    const lines = log.mock.calls.join("\n");
    expect(lines).toContain(response.headers.get("X-Request-ID"));
    return lines;
  }

  it("is the project's key in full, before the platform's, and no other project's", async () => {
    const { projectId } = await projectWithKey("code_host", "the-key-of-the-project");
    const other = await createProject(deployment);
    const expected = { provider: "code_host", key: "the-key-of-the-project", source: "project" };
    for (const operation of ["keys.get", "keys.getWithFallback"]) {
      expect(await result(deployment, operation, { projectId, keyType: "code_host" })).toEqual(expected);
    }
    expect(await result(deployment, "keys.get", { projectId: other.projectId, keyType: "code_host" })).toBe(null);
    expect(await result(deployment, "keys.get", { projectId, keyType: "openai" })).toBe(null);
  });

  it("is the settings with every secret in full", async () => {
    const { projectId } = await createProject(deployment);
    const id = documentIdOf(projectId);
    const seal = async (name: keyof SecretSettings, text: string) => ({
      ciphertext: await encrypt(text, secretSettingAssociatedData(id, name)),
      lastFour: mask(text),
    });
    const credentials = { $user: "ada", пароль: ["secret", { nested: true }] };
    const secrets = {
      backendDeployKey: await seal("backendDeployKey", "deploy-key"),
      testUserCredentials: await seal("testUserCredentials", JSON.stringify(credentials)),
    };
    const plain = { agentMd: "Be brief.", selectedSkills: ["skill_a"] };
    const envVars = [
      { name: "_DEBUG", value: "1" },
      { name: "PORT", value: "80" },
    ];
    await deployment.run((ctx) => ctx.db.insert("projectSettings", { projectId: id, ...plain, envVars, secrets }));
    expect(await result(deployment, "settings.get", { projectId })).toEqual({
      ...noSettings,
      ...plain,
      envVars: { _DEBUG: "1", PORT: "80" },
      backendDeployKey: "deploy-key",
      testUserCredentials: credentials,
    });
  });

  it("is changed by no request", async () => {
    const { projectId } = await projectWithKey("openai", "some-key");
    const before = await deployment.documents();
    await result(deployment, "keys.get", { projectId, keyType: "openai" });
    await result(deployment, "settings.get", { projectId });
    await send(deployment, { operation: "keys.get", args: {} });
    await send(deployment, {}, {});
    expect(await deployment.documents()).toEqual(before);
  });

  it.each([null, "no key"])("500 with a clear line in the log when the encryption key is %j", async (unusable) => {
    const { projectId } = await projectWithKey("openai", "some-key");
    await deployment.setEnvironment({ PROVIDER_KEY_ENCRYPTION_KEY: unusable });
    const lines = await fault("keys.get", { projectId, keyType: "openai" });
    expect(lines).toMatch(/EncryptionKeyError: PROVIDER_KEY_ENCRYPTION_KEY (is not set|must be 32 bytes in base64)\./);
  });

  it("500 for a ciphertext that was copied from another project", async () => {
    const from = await projectWithKey("openai", "first-key");
    const to = await projectWithKey("openai", "second-key");
    await deployment.run(async (ctx) => {
      const source = await ctx.db.get("providerKeys", from.keyId);
      await ctx.db.patch("providerKeys", to.keyId, { ciphertext: source!.ciphertext });
    });
    expect(await fault("keys.get", { projectId: to.projectId, keyType: "openai" })).toContain("DecryptionError");
  });

  it("is refused for a project that is being deleted", async () => {
    const { projectId } = await projectWithKey("openai", "some-key");
    await deployment.run((ctx) => ctx.db.patch("projects", documentIdOf(projectId), { deletingAtMs: 1 }));
    const response = await send(deployment, { operation: "keys.get", args: { projectId, keyType: "openai" } });
    expect(response.status).toBe(400);
  });
});
