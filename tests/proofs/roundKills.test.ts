// Runners and the service are killed while runs continue by themselves. Every item of feedback is handled once, in a
// round and a commit of its own, no run has more rounds than its rule allows, and each has one branch and one request.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { randomNumbers } from "../engine/crashLoad";
import { requireNoFaults } from "../runner/codeHosts/fakeGithub";
import { connectCodeHost } from "../runner/fakeCodeHost";
import type { FakeCodeHost } from "../runner/fakeCodeHost";
import { detail, git, makeWorld } from "../runner/fixture";
import type { World } from "../runner/fixture";
import { RunnerProcess } from "../runner/runnerProcess";
import { createWorkflow, dataOf, startRun } from "../support/fixtures";

/** Each kills the service and a runner. */
const kills = process.env["PROOFS"] === "long" ? 30 : 8;
/** A job is tried five times, so each round may be killed fewer times than that. */
const killsPerRound = 2;
const maxRounds = kills / killsPerRound;
const runCount = 4;
const quietMs = 10_000;
const seed = Number(process.env["KILLS_SEED"] ?? Date.now() % 2 ** 31);

let world: World;
let dataDir: string;
let host: FakeCodeHost;
let runners: RunnerProcess[];

beforeAll(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), "switchyard-round-kills-"));
  world = await makeWorld(dataDir);
  host = await connectCodeHost(world, "github_pat_0123456789");
  const agents = { shell: { kind: "command", command: ["/bin/sh", "-c", 'eval "$SWITCHYARD_INSTRUCTIONS"'] } };
  const folders = ["first", "second"].map((name) => path.join(world.folder, name));
  runners = folders.map((folder) => new RunnerProcess(world, folder, { jobs: 2, agents }));
});
afterAll(async () => {
  for (const runner of runners ?? []) await runner.end("SIGKILL");
  host?.close();
  await world?.end();
  rmSync(dataDir, { recursive: true, force: true });
});

/** The agent takes its time, and adds the items that its prompt names. */
const works = `sleep 2; grep -o 'item-[0-9][0-9]*' "$SWITCHYARD_PROMPT_FILE" | sort -u >> handled; echo begun >> work`;
const followUp = { checks: true, reviews: true, conflicts: true, maxRounds, quietMs, trust: "write", trusted: [] };

/** The service may be down just now. What was done already is done again without harm. */
async function insist<Result>(ask: () => Promise<Result>): Promise<Result> {
  for (let tries = 0; ; tries++) {
    try {
      return await ask();
    } catch (error) {
      if (tries === 40) throw error;
      await pause(500);
    }
  }
}

async function begin(workflowId: string): Promise<string> {
  const { id: runId } = await startRun(world.api, { workflowId, prompt: "Do it.", gitRepoUrl: host.repository });
  const state = async () => {
    const { status, prStatus } = await detail(world, runId);
    return [status, prStatus];
  };
  await expect.poll(state, { timeout: 60_000 }).toEqual(["completed", "open"]);
  return runId;
}

const say = (runId: string, number: number) => {
  const item = { key: `check/${number}`, kind: "check", title: "A check has failed", text: `item-${number}` };
  return insist(() => world.job.call("run.reportFeedback", { runId, items: [item] }));
};

const branchesOf = (runNumber: number) =>
  git(world.origin, "branch", "--list", "--format=%(refname:short)", `switchyard/run-${runNumber}-*`).split("\n");

/** What of a run does not depend on when somebody was killed. */
async function stateOf(runId: string) {
  const { status, round, runNumber } = await detail(world, runId);
  const items: { text: string; status: string; round: number | null }[] = await dataOf(
    world.api.get(`/runs/feedback?id=${runId}&limit=100`),
  );
  const handled = items.map(({ text, ...rest }) => `${text} ${rest.status} ${rest.round}`);
  const branches = branchesOf(runNumber);
  const requests = [...host.pulls.values()].filter(({ head }) => branches.includes(head)).length;
  return { status, round, handled: handled.toReversed(), branches: branches.length, requests };
}

/** What it must be once `count` items were handled, of one more than the rule has rounds for. */
function wanted(count: number, isLast: boolean) {
  const handled = Array.from({ length: count }, (_, index) => `item-${index + 1} handled ${index + 1}`);
  const left = isLast ? [`item-${count + 1} open null`] : [];
  return { status: "completed", round: count, handled: [...handled, ...left], branches: 1, requests: 1 };
}

/** One after the other, so that the second one is killed while it notices that the first is gone. */
async function killSome(random: () => number): Promise<void> {
  for (let kill = 0; kill < killsPerRound; kill++) {
    const runner = runners[Math.floor(random() * runners.length)];
    const killRunner = async () => {
      await runner?.end("SIGKILL");
      runner?.start();
    };
    const both = [() => world.restart(), killRunner];
    for (const killOne of random() < 0.5 ? both : both.toReversed()) {
      await pause(500 + random() * 2000);
      await killOne();
    }
  }
}

/** The rounds whose commits are on the branch, the first one first. */
function committedRounds(branch: string): number[] {
  const format = "--format=%(trailers:key=Switchyard-Round,valueonly,separator=)";
  const said = git(world.origin, "log", "--reverse", format, `main..${branch}`);
  return said.split("\n").flatMap((text) => (text === "" ? [] : [Number(text)]));
}

/** The rounds that the log of the run names, in its order. */
async function roundsBegun(runId: string): Promise<number[]> {
  const rounds: number[] = [];
  for (let after = 0; ;) {
    const events: { seq: number; type: string; data: { round: number } }[] = await dataOf(
      world.api.get(`/runs/events?id=${runId}&after=${after}`),
    );
    for (const { type, data } of events) if (type === "run.continued") rounds.push(data.round);
    const last = events.at(-1);
    if (last === undefined) return rounds;
    after = last.seq;
  }
}

it(
  `survives ${kills} kills of both during ${maxRounds} rounds of ${runCount} runs (KILLS_SEED=${seed})`,
  { timeout: 60_000 + maxRounds * 150_000 },
  async () => {
    const random = randomNumbers(seed);
    for (const runner of runners) runner.start();
    const steps = [{ role: "designer", name: "Build", instructions: works, maxRetries: 5 }];
    const workflowId = await createWorkflow(world.api, { steps, followUp });
    const runs = await Promise.all(Array.from({ length: runCount }, () => begin(workflowId)));
    const tips = new Map<string, string>();
    for (let round = 1; round <= maxRounds; round++) {
      for (const runId of runs) await say(runId, round);
      await pause(quietMs);
      await killSome(random);
      for (const runId of runs) {
        const state = () => insist(() => stateOf(runId));
        await expect.poll(state, { timeout: 90_000, interval: 1000 }).toEqual(wanted(round, false));
        const [branch = ""] = branchesOf((await detail(world, runId)).runNumber);
        const before = tips.get(branch);
        if (before !== undefined) git(world.origin, "merge-base", "--is-ancestor", before, branch);
        tips.set(branch, git(world.origin, "rev-parse", branch));
      }
    }
    // The rule has no round left.
    for (const runId of runs) await say(runId, maxRounds + 1);
    await pause(quietMs + 5000);
    for (const runId of runs) expect(await stateOf(runId)).toEqual(wanted(maxRounds, true));
    const lines = Array.from({ length: maxRounds }, (_, index) => `item-${index + 1}`).join("\n");
    const allRounds = Array.from({ length: maxRounds }, (_, index) => index + 1);
    for (const branch of tips.keys()) {
      expect(git(world.origin, "show", `${branch}:handled`)).toBe(lines);
      expect(committedRounds(branch)).toEqual(allRounds);
    }
    for (const runId of runs) expect(await roundsBegun(runId)).toEqual(allRounds);
    expect([...host.pulls.values()].map(({ head }) => head).toSorted()).toEqual([...tips.keys()].toSorted());
    requireNoFaults(host.github);
    const waiting: { kind: string }[] = await dataOf(world.api.get("/inbox"));
    expect(waiting.map(({ kind }) => kind)).toEqual(runs.map(() => "feedback_waiting"));
  },
);
