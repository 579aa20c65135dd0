// Runs and merge runs at a code host that asks for a password. The runner has the project's key for it.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { dataOf } from "../support/fixtures";
import { requireNoFaults } from "./codeHosts/fakeGithub";
import { expectWithin } from "../support/measuredLimit";
import { announceNews, connectCodeHost } from "./fakeCodeHost";
import type { FakeCodeHost } from "./fakeCodeHost";
import { detail, ended, git, makeWorld, runnerIn, startSteps } from "./fixture";
import type { TestRunner, World } from "./fixture";

const token = "github_pat_0123456789";

let world: World;
let runner: TestRunner;
let host: FakeCodeHost;
let hook: { id: string; secret: string };

beforeAll(async () => {
  world = await makeWorld();
  host = await connectCodeHost(world, token);
  hook = await dataOf(world.api.post("/project/hooks", { kind: "github" }));
  runner = runnerIn(world);
});
afterEach(() => {
  Object.assign(host.github, { checkRuns: [], statuses: [], reviews: [] });
  host.instead = null;
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

interface Item {
  kind: string;
  status: string;
  isTrusted: boolean;
}

const announce = ({ prNumber }: { prNumber: number }) => announceNews(world, hook, prNumber);

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
  const requestOf = async (runId: string) => (await detail(world, runId)).pullRequest;
  const feedbackOf = (runId: string) => dataOf(world.api.get(`/runs/feedback?id=${runId}`));
  const pullOf = ({ prNumber }: { prNumber: number }) => host.pulls.get(prNumber)!;
  const looks = ({ prNumber }: { prNumber: number }) =>
    host.asked.filter(({ path }) => path === `/repos/acme/shop/pulls/${prNumber}`).length;
  const said = (one: TestRunner) => one.events.map((event) => JSON.stringify(event)).join("\n");

  it("is read by whichever runner is there, with its state, votes, checks and what was said", async () => {
    const run = await proposed("echo looked > looked.txt");
    await runner.stop();
    host.github.permissions = { ada: "write" };
    host.github.reviews = [{ id: 1, login: "ada", body: "Rename it.", state: "CHANGES_REQUESTED" }];
    host.github.checkRuns = [{ name: "test", status: "completed", conclusion: "failure", app: "ci" }];
    pullOf(run).mergeable = false;
    runner = runnerIn(world);
    await announce(run);
    await expect.poll(() => feedbackOf(run.id)).toHaveLength(3);
    expect(await requestOf(run.id)).toMatchObject({
      state: "open",
      head: git(world.origin, "rev-parse", `refs/pull/${run.prNumber}/head`),
      base: "main",
      mergeable: "conflict",
      approvals: 0,
      changesRequested: 1,
    });
    expect((await detail(world, run.id)).ciChecks).toMatchObject({ status: "failure", checks: [{ name: "test" }] });
    const items = await feedbackOf(run.id);
    expect(items.map(({ kind, status, isTrusted }: Item) => [kind, status, isTrusted]).toSorted()).toEqual([
      ["check", "open", true],
      ["conflict", "open", true],
      ["review", "open", true],
    ]);

    host.github.checkRuns = [{ name: "test", status: "in_progress", conclusion: null }];
    host.github.reviews = [];
    pullOf(run).mergeable = true;
    await announce(run);
    await expect
      .poll(async () => (await feedbackOf(run.id)).map(({ status }: Item) => status))
      .toEqual(["resolved", "resolved", "resolved"]);
    await announce(run);
    const before = host.asked.length;
    await announce(run);
    await expect.poll(() => host.asked.slice(before).filter(({ isOld }) => isOld).length).toBeGreaterThan(3);
    expect(await feedbackOf(run.id)).toHaveLength(3);
  });

  it("is looked at to its end, also after more than sixty looks, and its members learn that it is merged", async () => {
    const run = await proposed("echo merged > merged.txt");
    const waits: number[] = [];
    for (let count = 0; count < 61; count++) {
      const before = looks(run);
      const toldAt = performance.now();
      await announce(run);
      await expect.poll(() => looks(run), { interval: 20 }).toBeGreaterThan(before);
      waits.push(performance.now() - toldAt);
    }
    const usual = waits.toSorted((one, other) => one - other)[30] ?? Infinity;
    expectWithin(1000, usual, "milliseconds from a message of the host to the look, as the median");
    Object.assign(pullOf(run), { state: "closed", merged: true });
    await announce(run);
    await expect.poll(async () => (await detail(world, run.id)).prStatus).toBe("merged");
    expect(await notified("pr_merged", run.id)).toBe(1);
    const before = looks(run);
    await announce(run);
    await announce(run);
    expect([looks(run), (await requestOf(run.id)).nextLookAt]).toEqual([before, null]);
  });

  it("is closed in the service when it was closed at the host", async () => {
    const run = await proposed("echo closed > closed.txt");
    pullOf(run).state = "closed";
    await announce(run);
    await expect.poll(async () => (await detail(world, run.id)).prStatus).toBe("closed");
  });

  it("that the service knows already stays the one, also when a person has changed its base", async () => {
    const release = path.join(world.folder, "known");
    const script = `echo known > known.txt; until test -e ${release}; do sleep 0.1; done`;
    const runId = await startSteps({ ...world, origin: host.repository }, { instructions: script });
    await expect.poll(async () => (await detail(world, runId)).steps[0]?.status).toBe("running");
    const known = { prUrl: `${host.url}/acme/shop/pull/500`, prNumber: 500 };
    await world.job.call("run.updatePr", { runId, ...known, prStatus: "open" });
    const before = host.pulls.size;
    writeFileSync(release, "");
    expect(await ended(world, runId)).toMatchObject({ status: "completed", ...known });
    expect(host.pulls.size).toBe(before);
  });

  it("is read while the runner is full of jobs", async () => {
    const run = await proposed("echo full > full.txt");
    await runner.stop();
    runner = runnerIn(world, { jobs: 1, drainSeconds: 0 });
    const release = path.join(world.folder, "release");
    const script = `until test -e ${release}; do sleep 0.1; done`;
    const busy = await startSteps({ ...world, origin: host.repository }, { instructions: script });
    await expect.poll(async () => (await detail(world, busy)).steps[0]?.status).toBe("running");
    await announce(run);
    await expect.poll(async () => (await requestOf(run.id)).checkedAt).not.toBeNull();
    expect((await detail(world, busy)).status).toBe("running");
    writeFileSync(release, "");
    await ended(world, busy);
  });

  it("is one of at most four that are read at once, and work is done meanwhile", async () => {
    const runs = [];
    for (let count = 0; count < 6; count++) runs.push(await proposed(`echo many > many-${count}.txt`));
    const held: string[] = [];
    let release = () => {};
    const released = new Promise<null>((resolve) => (release = () => resolve(null)));
    host.instead = (place) => {
      if (!/\/pulls\/\d+$/.test(place)) return null;
      held.push(place);
      return released;
    };
    for (const run of runs) await announce(run);
    await expect.poll(() => held.length).toBe(4);
    const busy = await startSteps({ ...world, origin: world.origin }, { instructions: "true" });
    expect((await ended(world, busy)).status).toBe("completed");
    expect(held).toHaveLength(4);
    release();
    for (const run of runs) await expect.poll(async () => (await requestOf(run.id)).checkedAt).not.toBeNull();
  });

  it("is left alone for as long as the host asks for, and the look says why it has failed", async () => {
    const run = await proposed("echo quiet > quiet.txt");
    let refused = 0;
    host.instead = () => (refused++ === 0 ? { status: 403, headers: { "Retry-After": "3" } } : null);
    await announce(run);
    await expect.poll(() => said(runner)).toContain("The pull request could not be read: 127.0.0.1:");
    const refusedAtMs = host.asked.at(-1)?.atMs ?? 0;
    await announce(run);
    await expect.poll(() => said(runner)).toContain("wants no request before");
    host.github.statuses = [{ context: "lint", state: "success" }];
    await expect
      .poll(
        async () => {
          await announce(run);
          return (await detail(world, run.id)).ciChecks?.status;
        },
        { interval: 500 },
      )
      .toBe("success");
    const next = host.asked.find(({ atMs }) => atMs > refusedAtMs);
    expect((next?.atMs ?? 0) - refusedAtMs).toBeGreaterThan(2900);
  });

  it("whose checks the key may not see is still read, and the checks are not made up", async () => {
    host.instead = (place) => (/check-runs|actions/.test(place) ? { status: 403, body: {} } : null);
    host.github.statuses = [{ context: "lint", state: "success" }];
    const run = await proposed("echo hidden > hidden.txt");
    await announce(run);
    await expect.poll(() => said(runner)).toContain("reports no checks");
    await expect.poll(async () => (await requestOf(run.id)).checkedAt).not.toBeNull();
    expect((await detail(world, run.id)).ciChecks).toBeNull();
  });
});

it("A runner deletes what earlier versions kept about pull requests", async () => {
  const folder = path.join(world.folder, "earlier");
  mkdirSync(path.join(folder, "requests"), { recursive: true });
  writeFileSync(path.join(folder, "requests/run_1.json"), "{}");
  const other = runnerIn(world, { folder });
  await expect.poll(() => existsSync(path.join(folder, "requests"))).toBe(false);
  await other.stop();
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
  });

  it("into a branch gets one combined pull request", async () => {
    const [one, two] = [await proposed("echo a > a.txt"), await proposed("echo b > b.txt")];
    const merge = await merged([one, two], {});
    const [number, pull] = [...host.pulls].at(-1) ?? [];
    expect(merge).toMatchObject({ status: "completed", prUrl: `${host.url}/acme/shop/pull/${number}` });
    expect(pull).toMatchObject({ base: "main", title: `Merge #${one.prNumber}, #${two.prNumber}` });
    expect(git(world.origin, "ls-tree", "--name-only", String(pull?.head))).toMatch(/a\.txt\nb\.txt/);
    expect((await detail(world, one.id)).prStatus).toBe("open");
    const shown = async () =>
      (await world.api.get("/merging/list")).body.data.find(({ id }: { id: string }) => id === merge.id).pullRequest;
    await announce({ prNumber: Number(number) });
    await expect.poll(async () => (await shown()).checkedAt).not.toBeNull();
    expect(await shown()).toMatchObject({ state: "open", base: "main", mergeable: "clean" });
    Object.assign(pull!, { state: "closed", merged: true });
    await announce({ prNumber: Number(number) });
    await expect.poll(async () => (await shown()).state).toBe("merged");
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
