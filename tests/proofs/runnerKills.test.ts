// Runners, agents, gits and the service are killed at random moments while four runners do runs. Every run must end in
// the state that its script says, with each of its commits once. At the end no process may be left, and no worktree
// except those of failed runs, into which somebody may want to look.
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { randomNumbers } from "../engine/crashLoad";
import { RunnerProcess } from "../runner/runnerProcess";
import { ended, git, makeWorld, startSteps } from "../runner/fixture";
import type { World } from "../runner/fixture";

const isLong = process.env["PROOFS"] === "long";
/**
 * Each kind of kill comes once in four rounds. A job is tried five times, and each kill of its runner or of the service
 * may cost one of them, so no more than four of these are certain to be survived.
 */
const rounds = isLong ? 30 : 8;
const runCount = isLong ? 200 : 32;
const runnerCount = 4;
const betweenMs = 2000;
const timeLimitMs = isLong ? 60 * 60_000 : 10 * 60_000;
const seed = Number(process.env["KILLS_SEED"] ?? Date.now() % 2 ** 31);

let world: World;
let dataDir: string;
let runners: RunnerProcess[];

beforeAll(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), "switchyard-kills-"));
  world = await makeWorld(dataDir);
  const agents = { shell: { kind: "command", command: ["/bin/sh", "-c", 'eval "$SWITCHYARD_INSTRUCTIONS"'] } };
  const folderOf = (number: number) => path.join(world.folder, `runner-${number}`);
  runners = Array.from(
    { length: runnerCount },
    (_, number) => new RunnerProcess(world, folderOf(number), { jobs: 3, agents }),
  );
});
afterAll(async () => {
  for (const runner of runners ?? []) await runner.end("SIGKILL");
  await world?.end();
  rmSync(dataDir, { recursive: true, force: true });
});

interface Working {
  id: number;
  isGit: boolean;
}

/** The processes that work in a worktree of any runner: agents, what they have started, and the runner's git. */
function atWork(): Working[] {
  return readdirSync("/proc").flatMap((name) => {
    try {
      if (!/^\d+$/.test(name) || !readlinkSync(`/proc/${name}/cwd`).startsWith(`${world.folder}/runner-`)) return [];
      return [{ id: Number(name), isGit: readFileSync(`/proc/${name}/comm`, "utf8") === "git\n" }];
    } catch {
      return [];
    }
  });
}

/** A git lives for a few milliseconds, so it is waited for. */
const patienceMs = 10_000;

async function killOne(random: () => number, isWanted: (one: Working) => boolean): Promise<void> {
  const until = Date.now() + patienceMs;
  do {
    const living = atWork().filter(isWanted);
    const one = living[Math.floor(random() * living.length)];
    if (one !== undefined) return kill(one.id);
    await pause(1);
  } while (Date.now() < until);
}

/** The names of the worktrees that any runner has. */
function worktreesLeft(): string[] {
  const names = runners.flatMap(({ folder }) => readdirSync(path.join(folder, "work/worktrees")));
  return [...new Set(names)].toSorted();
}

const mayBeKilled = 5;

function startOne(random: () => number, fails: boolean): Promise<string> {
  const works = (file: string) => `echo $SWITCHYARD_RUN_ID >> ${file}; sleep ${(random() * 1.5).toFixed(2)}`;
  const second = fails ? `${works("two.txt")}; exit 3` : works("two.txt");
  const tries = { maxRetries: fails ? 1 : mayBeKilled };
  return startSteps(
    world,
    { instructions: works("one.txt"), maxRetries: mayBeKilled },
    { instructions: second, ...tries },
  );
}

it(
  `survives ${rounds} kills during ${runCount} runs (KILLS_SEED=${seed})`,
  async () => {
    const random = randomNumbers(seed);
    const runs: { runId: string; fails: boolean }[] = [];
    for (let number = 0; number < runCount; number++) {
      const fails = number % 4 === 3;
      runs.push({ runId: await startOne(random, fails), fails });
    }
    for (const runner of runners) runner.start();
    for (let round = 0; round < rounds; round++) {
      await pause(betweenMs * (0.5 + random()));
      const runner = runners[Math.floor(random() * runnerCount)];
      switch (round % 4) {
        case 0:
          await runner?.end("SIGKILL");
          runner?.start();
          break;
        case 1:
          await killOne(random, ({ isGit }) => !isGit);
          break;
        case 2:
          await world.restart();
          break;
        case 3:
          await killOne(random, ({ isGit }) => isGit);
      }
    }
    for (const { runId, fails } of runs) await expectRight(runId, fails);
    for (const runner of runners) await runner.end("SIGTERM");
    expect(atWork()).toEqual([]);
    const failed = runs.filter(({ fails }) => fails).map(({ runId }) => `${runId}-1`);
    expect(worktreesLeft()).toEqual(failed.toSorted());
  },
  timeLimitMs,
);

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended in the meantime.
  }
}

/** The whole is compared at once, so a failure says how the run has ended and what is on its branch. */
async function expectRight(runId: string, fails: boolean): Promise<void> {
  const { status, error, runNumber } = await ended(world, runId);
  const branch = `switchyard/run-${runNumber}-1`;
  const end = { status, hasError: error !== null, commits: commitsOn(branch) };
  const texts = ["one.txt", "two.txt"].map((file) => textOn(branch, file));
  expect({ runId, ...end, texts }, `The run ended with ${JSON.stringify(error)}`).toEqual({
    runId,
    status: fails ? "failed" : "completed",
    hasError: fails,
    commits: fails ? ["Part 1", "begin"] : ["Part 2", "Part 1", "begin"],
    texts: [runId, fails ? null : runId],
  });
}

function commitsOn(branch: string): string[] {
  if (git(world.origin, "branch", "--list", branch) === "") return [];
  const subjects = git(world.origin, "log", "--format=%s", branch).split("\n");
  return subjects.map((subject) => subject.split(":")[0] ?? "");
}

/** What a file has on the branch, or null where there is no such file. */
function textOn(branch: string, file: string): string | null {
  const isThere = commitsOn(branch).length > 0 && git(world.origin, "ls-tree", branch, file) !== "";
  return isThere ? git(world.origin, "show", `${branch}:${file}`) : null;
}
