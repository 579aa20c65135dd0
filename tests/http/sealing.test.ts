// The key that encrypts ("seals") secrets, on a deployment that does not check changes of its variables, as on Convex.
import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, expect, it } from "vitest";
import { internal } from "../../convex/_generated/api";
import { refusal } from "../dashboard/people";
import { callbackOf, client, createProject, dataOf, refusalOf } from "../support/fixtures";
import type { Client, Runner } from "../support/fixtures";
import { inProcess } from "../support/inProcess";
import type { InProcess } from "../support/inProcess";

const newKey = () => randomBytes(32).toString("base64");
const [first, second, third] = [newKey(), newKey(), newKey()];

let deployment: InProcess;
let api: Client;
let projectId: string;
let job: Runner;

beforeEach(async () => {
  deployment = inProcess();
  await setKeys(first, null);
  const made = await createProject(deployment);
  ({ projectId } = made);
  api = client(deployment, made.apiKey);
  job = await callbackOf(deployment);
});
afterEach(async () => {
  await setKeys(null, null);
  await deployment.setEnvironment({ JOB_CALLBACK_SECRET: null });
});

function setKeys(key: string | null, previous: string | null): Promise<void> {
  return deployment.setEnvironment({
    PROVIDER_KEY_ENCRYPTION_KEY: key,
    PROVIDER_KEY_ENCRYPTION_KEY_PREVIOUS: previous,
  });
}

const setProviderKey = (provider: string, key: string) => api.post("/project/provider-keys/set", { provider, key });
const reseal = () => deployment.action(internal.admin.sealing.reseal, {});

/** Returns the secrets that `fill` has set, as the job runner receives them. */
async function secrets(): Promise<unknown[]> {
  const { key } = await job.call("keys.getWithFallback", { projectId, keyType: "openai" });
  const settings = await job.call("settings.get", { projectId });
  return [key, settings.backendDeployKey, settings.testUserCredentials];
}

const filled = ["sk-1234", "deploy-1234", { user: "ada" }];

async function fill(): Promise<void> {
  await dataOf(setProviderKey("openai", "sk-1234"));
  const settings = { backendDeployKey: "deploy-1234", testUserCredentials: { user: "ada" } };
  await dataOf(api.post("/project/settings/update", settings));
}

it("refuses to seal a secret under another key than the other secrets of any project, and loses none", async () => {
  await fill();
  await setKeys(second, null);
  expect(await refusalOf(setProviderKey("openai", "sk-5678"))).toEqual([409, "CONFLICT"]);
  expect(await refusalOf(api.post("/project/settings/update", { backendDevKey: "dev-1234" }))).toEqual([
    409,
    "CONFLICT",
  ]);
  const other = client(deployment, (await createProject(deployment, "Other")).apiKey);
  const theirs = other.post("/project/provider-keys/set", { provider: "openai", key: "sk-5678" });
  expect((await theirs).body.error.message).toContain("npm run admin -- reseal");
  // When a provider key cannot be read, the platform's key is not used instead.
  await deployment.setEnvironment({ PLATFORM_KEY_OPENAI: "sk-platform" });
  expect(await job.refused("keys.getWithFallback", { projectId, keyType: "openai" })).toEqual([
    500,
    expect.any(String),
  ]);
  await deployment.setEnvironment({ PLATFORM_KEY_OPENAI: null });
  await setKeys(first, null);
  expect(await secrets()).toEqual(filled);
});

it("moves everything to another key, and reads everything while both are set", async () => {
  await fill();
  await setKeys(second, first);
  expect(await secrets()).toEqual(filled);
  expect(await reseal()).toMatchObject({ resealed: 3 });
  expect(await reseal()).toMatchObject({ resealed: 0 });
  await setKeys(second, null);
  expect(await secrets()).toEqual(filled);
  expect((await setProviderKey("anthropic", "sk-5678")).status).toBe(200);
});

it("moves all secrets of a webhook that was rotated within the grace", async () => {
  const { id } = await dataOf(api.post("/webhooks", { url: "https://receiver.example/hook" }));
  for (let rotation = 0; rotation < 3; rotation++) await dataOf(api.post(`/webhooks/${id}/rotate-secret`));
  await setKeys(second, first);
  expect(await reseal()).toMatchObject({ resealed: 4 });
  expect(await reseal()).toMatchObject({ resealed: 0 });
});

it("continues where it was interrupted, also with secrets that were set meanwhile under either key", async () => {
  await fill();
  const before = await deployment.documents();
  await setKeys(second, first);
  await reseal();
  // As if the process had ended after the provider keys were sealed again and before the settings were.
  await deployment.run(async (ctx) => {
    const [row] = before["projectSettings"] as { _id: never; secrets: object }[];
    if (row !== undefined) await ctx.db.patch("projectSettings", row._id, { secrets: row.secrets });
  });
  await dataOf(setProviderKey("anthropic", "sk-5678"));
  expect(await secrets()).toEqual(filled);
  expect(await reseal()).toMatchObject({ resealed: 2 });
  await setKeys(second, null);
  expect(await secrets()).toEqual(filled);
});

it("moves nothing when there is a secret that neither key opens", async () => {
  await fill();
  const before = await deployment.documents();
  await setKeys(second, third);
  expect(await refusal(reseal())).toMatchObject({ code: "CONFLICT", message: expect.stringMatching(/^3 secrets /) });
  expect(await deployment.documents()).toEqual(before);
  expect(await deployment.action(internal.admin.sealing.settle, {})).toMatchObject({ unreadable: 3 });
});
