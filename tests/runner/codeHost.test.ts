// Runs and merge runs at a code host that asks for a password. The runner has the project's key for it.
import { readdirSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { deploymentOn } from "../support/engineDeployment";
import { dataOf } from "../support/fixtures";
import { requireNoFaults } from "./codeHosts/fakeGithub";
import { startCodeHost } from "./fakeCodeHost";
import type { FakeCodeHost } from "./fakeCodeHost";
import { detail, ended, git, makeWorld, runnerIn, startSteps } from "./fixture";
import type { TestRunner, World } from "./fixture";

const token = "github_pat_0123456789";

let world: World;
let runner: TestRunner;
let host: FakeCodeHost;

beforeAll(async () => {
  world = await makeWorld();
  host = await startCodeHost(world.origin, token);
  await deploymentOn(() => world.engine).setEnvironment({
    PROVIDER_KEY_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
    SERVICE_KEYS_OVER_HTTP: "on",
  });
  const providerKey = { provider: "code_host", key: token, origins: [host.url] };
  await dataOf(world.api.post("/project/provider-keys/set", providerKey));
  await dataOf(world.api.post("/project/update", { gitRepoUrl: host.repository }));
  runner = runnerIn(world, { checksEverySeconds: 0.2 });
});
afterEach(() => {
  [host.github.checkRuns, host.github.statuses, host.instead] = [[], [], null];
  requireNoFaults(host.github);
});
afterAll(async () => {
  await runner?.stop();
  host?.close();
  await world?.end();
});

/** Does a run with this script, and returns it when it has its pull request. */
async function proposed(instructions: string) {
  const runId = await startSteps({ ...world, origin: host.repository }, { instructions });
  const run = await ended(world, runId);
  expect([run.status, run.error]).toEqual(["completed", null]);
  return run;
}

const watched = () => readdirSync(path.join(runner.folder, "requests"));
const notified = async (type: string, runId: string) =>
  (await world.api.get("/notifications/list")).body.data.filter((one: { type: string; runId: string }) => {
    return one.type === type && one.runId === runId;
  }).length;

it("is read and written with the project's key, and gets a pull request for a completed run", async () => {
  const run = await proposed("env; git config --list; cat ../../repositories/*/config; echo made > made.txt");
  expect(run).toMatchObject({ prUrl: `${host.url}/acme/shop/pull/7`, prNumber: 7, prStatus: "open" });
  const branch = `switchyard/run-${run.runNumber}-1`;
  expect(git(world.origin, "show", `${branch}:made.txt`)).toBe("made");
  expect([...host.pulls.values()]).toMatchObject([{ title: run.name, head: branch, base: "main" }]);
  const { body } = await world.api.get(`/sandboxes/messages?id=${run.steps[0].sandboxId}`);
  expect(JSON.stringify(body.data)).toContain("core.bare");
  expect(JSON.stringify([body, runner.events])).not.toContain(token);
});

describe("the pull request of a run", () => {
  it("has its checks reported until they are final, also over a restart of the runner, at the cost of old news", async () => {
    host.github.checkRuns = [{ name: "test", status: "in_progress", conclusion: null }];
    const run = await proposed("echo checked > checked.txt");
    const checks = async () => (await detail(world, run.id)).ciChecks;
    await expect.poll(async () => (await checks())?.status).toBe("running");
    const before = host.asked.length;
    await expect.poll(() => host.asked.slice(before).filter(({ isOld }) => isOld).length).toBeGreaterThan(3);
    expect(host.asked.slice(before).every(({ isOld }) => isOld)).toBe(true);

    await runner.stop();
    expect(watched()).toContain(`${run.id}.json`);
    host.github.checkRuns = [
      { name: "test", status: "completed", conclusion: "success" },
      { name: "docs", status: "completed", conclusion: "skipped" },
    ];
    host.github.statuses = [{ context: "lint", state: "failure" }];
    runner = runnerIn(world, { folder: runner.folder, checksEverySeconds: 0.2 });
    await expect.poll(async () => (await checks())?.status).toBe("failure");
    expect((await checks()).checks).toEqual([
      { name: "lint", status: "failure", url: null },
      { name: "test", status: "success", url: "https://code.example/runs/1" },
      { name: "docs", status: "success", url: "https://code.example/runs/1" },
    ]);
    await expect.poll(watched).not.toContain(`${run.id}.json`);
    const { data } = (await world.api.get(`/runs/events?id=${run.id}`)).body;
    const told = data.filter(({ type }: { type: string }) => type === "ci");
    expect(told.map((event: { data: { status: string } }) => event.data.status)).toEqual(["running", "failure"]);
  });

  it("is merged in the service when it was merged at the host, and its members learn of it", async () => {
    const run = await proposed("echo merged > merged.txt");
    const pull = host.pulls.get(run.prNumber);
    if (pull !== undefined) [pull.state, pull.merged] = ["closed", true];
    await expect.poll(async () => (await detail(world, run.id)).prStatus).toBe("merged");
    expect(await notified("pr_merged", run.id)).toBe(1);
    await expect.poll(watched).not.toContain(`${run.id}.json`);
  });

  it("is closed in the service when it was closed at the host", async () => {
    const run = await proposed("echo closed > closed.txt");
    const pull = host.pulls.get(run.prNumber);
    if (pull !== undefined) pull.state = "closed";
    await expect.poll(async () => (await detail(world, run.id)).prStatus).toBe("closed");
  });

  it("is left alone for as long as the host asks for", async () => {
    const run = await proposed("echo quiet > quiet.txt");
    await expect.poll(watched).toContain(`${run.id}.json`);
    let refused = 0;
    host.instead = () => (refused++ === 0 ? { status: 403, headers: { "Retry-After": "2" } } : null);
    await expect.poll(() => refused).toBe(1);
    const refusedAtMs = host.asked.at(-1)?.atMs ?? 0;
    host.github.statuses = [{ context: "lint", state: "success" }];
    await expect.poll(async () => (await detail(world, run.id)).ciChecks?.status).toBe("success");
    const next = host.asked.find(({ atMs }) => atMs > refusedAtMs);
    expect((next?.atMs ?? 0) - refusedAtMs).toBeGreaterThan(1900);
  });

  it("whose checks the key may not see is still watched, and the checks are not made up", async () => {
    host.instead = (place) => (place.endsWith("/check-runs") ? { status: 403 } : null);
    host.github.statuses = [{ context: "lint", state: "success" }];
    const run = await proposed("echo hidden > hidden.txt");
    const said = () => runner.events.filter((event) => event.kind === "fault").map((event) => JSON.stringify(event));
    await expect.poll(() => said().join()).toContain(`The checks of ${run.prUrl} cannot be read: `);
    const pull = host.pulls.get(run.prNumber);
    if (pull !== undefined) pull.state = "closed";
    await expect.poll(async () => (await detail(world, run.id)).prStatus).toBe("closed");
    expect((await detail(world, run.id)).ciChecks).toBeNull();
  });
});

describe("a merge run", () => {
  const requestOf = ({ prUrl, prNumber }: { prUrl: string; prNumber: number }) => ({ prUrl, prNumber });

  async function merged(runs: { prUrl: string; prNumber: number }[], config: object) {
    const request = { pullRequests: runs.map(requestOf), baseBranch: "main", config };
    const { id } = await dataOf(world.api.post("/merging/start", request));
    const shown = async () =>
      (await world.api.get("/merging/list")).body.data.find((one: { id: string }) => one.id === id);
    await expect.poll(async () => (await shown()).status).toMatch(/completed|failed/);
    return await shown();
  }

  it.each(["merge", "rebase"])("into the base reports the pull requests of runs as merged (%s)", async (method) => {
    const [one, two] = [await proposed(`echo 1 > 1-${method}`), await proposed(`echo 2 > 2-${method}`)];
    const merge = await merged([one, two], { into: "base", method });
    expect([merge.status, merge.error]).toEqual(["completed", null]);
    for (const { id } of [one, two]) {
      expect((await detail(world, id)).prStatus).toBe("merged");
      expect(await notified("pr_merged", id)).toBe(1);
    }
    expect(git(world.origin, "ls-tree", "--name-only", "main")).toContain(`2-${method}`);
    await expect.poll(watched).not.toContain(`${one.id}.json`);
  });

  it("into a branch gets one combined pull request", async () => {
    const [one, two] = [await proposed("echo a > a.txt"), await proposed("echo b > b.txt")];
    const merge = await merged([one, two], {});
    const [number, pull] = [...host.pulls].at(-1) ?? [];
    expect(merge).toMatchObject({ status: "completed", prUrl: `${host.url}/acme/shop/pull/${number}` });
    expect(pull).toMatchObject({ base: "main", title: `Merge #${one.prNumber}, #${two.prNumber}` });
    expect(git(world.origin, "ls-tree", "--name-only", String(pull?.head))).toMatch(/a\.txt\nb\.txt/);
    expect((await detail(world, one.id)).prStatus).toBe("open");
  });

  it("leaves out what the host has merged, and fails for what is closed or not there", async () => {
    const [done, closed] = [await proposed("echo done > done.txt"), await proposed("echo shut > shut.txt")];
    const [donePull, closedPull] = [host.pulls.get(done.prNumber), host.pulls.get(closed.prNumber)];
    if (donePull !== undefined) [donePull.state, donePull.merged] = ["closed", true];
    if (closedPull !== undefined) closedPull.state = "closed";
    const none = { prUrl: `${host.url}/acme/shop/pull/999`, prNumber: 999 };
    const failed = await merged([closed, none], { into: "base" });
    expect([failed.status, failed.error]).toEqual([
      "failed",
      `Pull request #${closed.prNumber} (${closed.prUrl}) is closed at the code host: open it again, or leave it out. ` +
        `Pull request #999 (${none.prUrl}) does not exist at the code host, or the project's key may not see it.`,
    ]);
    expect((await detail(world, closed.id)).prStatus).toBe("closed");
    const [open, before] = [await proposed("echo last > last.txt"), git(world.origin, "rev-parse", "main")];
    expect((await merged([done, open], { into: "base" })).status).toBe("completed");
    const titles = git(world.origin, "log", "--first-parent", "--format=%s", `${before}..main`);
    expect(titles).toBe(`Merge pull request #${open.prNumber}`);
    expect((await detail(world, done.id)).prStatus).toBe("merged");
  });
});
