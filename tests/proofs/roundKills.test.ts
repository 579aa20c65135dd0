// Runners and the service are killed while runs continue by themselves. Every item of feedback is handled once, in a
// round and a commit of its own, no run has more rounds than its rule allows, and each has one branch.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { randomNumbers } from "../engine/crashLoad";
import { detail, git, makeWorld } from "../runner/fixture";
import type { World } from "../runner/fixture";
import { RunnerProcess } from "../runner/runnerProcess";
import { createWorkflow, dataOf, startRun } from "../support/fixtures";

const kills = process.env["PROOFS"] === "long" ? 30 : 8;
/** A job is tried five times, so each round may be killed fewer times than that. */
const killsPerRound = 2;
const maxRounds = kills / killsPerRound;
const runCount = 4;
const quietMs = 10_000;
const seed = Number(process.env["KILLS_SEED"] ?? Date.now() % 2 ** 31);

let world: World;
let dataDir: string;
let runners: RunnerProcess[];

beforeAll(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), "switchyard-round-kills-"));
  world = await makeWorld(dataDir);
  const agents = { shell: { kind: "command", command: ["/bin/sh", "-c", 'eval "$SWITCHYARD_INSTRUCTIONS"'] } };
  const folders = ["first", "second"].map((name) => path.join(world.folder, name));
  runners = folders.map((folder) => new RunnerProcess(world, folder, { jobs: 2, agents }));
});
afterAll(async () => {
  for (const runner of runners ?? []) await runner.end("SIGKILL");
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

async function begin(workflowId: string, number: number): Promise<string> {
  const { id: runId } = await startRun(world.api, { workflowId, prompt: "Do it.", gitRepoUrl: world.origin });
  const request = { prNumber: number, prUrl: `https://code.example/acme/shop/pull/${number}`, prStatus: "open" };
  await expect.poll(async () => (await detail(world, runId)).status, { timeout: 60_000 }).toBe("completed");
  await world.job.call("run.updatePr", { runId, ...request });
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
  return { status, round, handled: handled.toReversed(), branches: branchesOf(runNumber).length };
}

/** What it must be once `count` items were handled, of one more than the rule has rounds for. */
function wanted(count: number, isLast: boolean) {
  const handled = Array.from({ length: count }, (_, index) => `item-${index + 1} handled ${index + 1}`);
  const left = isLast ? [`item-${count + 1} open null`] : [];
  return { status: "completed", round: count, handled: [...handled, ...left], branches: 1 };
}

async function killSome(random: () => number, round: number): Promise<void> {
  for (let kill = 0; kill < killsPerRound; kill++) {
    await pause(1000 + random() * 3000);
    if ((round + kill) % 2 === 0) {
      await world.restart();
      continue;
    }
    const runner = runners[Math.floor(random() * runners.length)];
    await runner?.end("SIGKILL");
    runner?.start();
  }
}

it(
  `survives ${kills} kills during ${maxRounds} rounds of ${runCount} runs (KILLS_SEED=${seed})`,
  { timeout: 60_000 + maxRounds * 150_000 },
  async () => {
    const random = randomNumbers(seed);
    for (const runner of runners) runner.start();
    const steps = [{ role: "designer", name: "Build", instructions: works, maxRetries: 5 }];
    const workflowId = await createWorkflow(world.api, { steps, followUp });
    const runs = await Promise.all(Array.from({ length: runCount }, (_, index) => begin(workflowId, index + 1)));
    const tips = new Map<string, string>();
    for (let round = 1; round <= maxRounds; round++) {
      for (const runId of runs) await say(runId, round);
      await pause(quietMs);
      await killSome(random, round);
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
    for (const branch of tips.keys()) expect(git(world.origin, "show", `${branch}:handled`)).toBe(lines);
    const waiting: { kind: string }[] = await dataOf(world.api.get("/inbox"));
    expect(waiting.map(({ kind }) => kind)).toEqual(runs.map(() => "feedback_waiting"));
  },
);
