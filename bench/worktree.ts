// `npm run bench:worktree` measures what a fresh worktree of a large repository costs the runner: a repository of its
// own that reads the mirror's objects, behind each isolation that this machine has, and beside it `git worktree add`.
import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { tryBubblewrap } from "../packages/runner/src/agents/isolation/bubblewrap";
import type { Isolation } from "../packages/runner/src/agents/isolation/contract";
import { findOwnProgram } from "../packages/runner/src/agents/process/findProgram";
import type { Mirror } from "../packages/runner/src/git/mirror";
import { deleteWorktree, openWorktree } from "../packages/runner/src/git/worktree";
import { asksForHelp, readFlags } from "../scripts/help";
import { quantile } from "./spread";

const usage = `Usage: npm run bench:worktree -- [options]
  --mb N        the size of the repository in MB; 1000 unless given
  --rounds N    how often each way is measured; 5 unless given
  --folder DIR  where the repository is made, which needs three times its size`;

const fileKb = 100;

async function main(): Promise<void> {
  const args = process.argv.slice(2);
  if (asksForHelp(args)) return console.log(usage);
  const text = { type: "string" } as const;
  const values = readFlags(args, { mb: text, rounds: text, folder: text }, usage);
  if (values === null) return;
  const folder = mkdtempSync(path.join(values.folder ?? tmpdir(), "switchyard-worktrees-"));
  try {
    const mirror = path.join(folder, "mirror.git");
    fill(mirror, path.join(folder, "filling"), Number(values.mb ?? 1000));
    const ways = { "git worktree add": linked(folder, mirror), ...(await ownRepositories(folder, mirror)) };
    const times = await measure(ways, Number(values.rounds ?? 5));
    const [[, before = []] = []] = times;
    for (const [name, ms] of times) {
      const ratio = quantile(ms, 0.5) / quantile(before, 0.5);
      console.log(`${name}: ${Math.round(quantile(ms, 0.5))} ms, ${ratio.toFixed(2)} times (target: at most 1.5)`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Files that cannot be compressed, in one pack, as a clone has them. */
function fill(mirror: string, work: string, mb: number): void {
  mkdirSync(work);
  git(work, "init", "--quiet", "--initial-branch=main");
  for (let number = 0; number * fileKb < mb * 1000; number++) {
    const place = path.join(work, String(number % 100));
    mkdirSync(place, { recursive: true });
    writeFileSync(path.join(place, `${number}`), randomBytes(fileKb * 1000));
  }
  git(work, "add", "--all");
  git(work, "-c", "user.name=Bench", "-c", "user.email=bench@example.invalid", "commit", "--quiet", "-m", "begin");
  git(work, "clone", "--quiet", "--bare", "--no-local", work, mirror);
  rmSync(work, { recursive: true });
}

function git(cwd: string, ...args: string[]): void {
  execFileSync("git", args, { cwd, stdio: ["ignore", "ignore", "inherit"] });
}

interface Way {
  make: () => Promise<void>;
  remove: () => Promise<void>;
}

function linked(folder: string, mirror: string): Way {
  const place = path.join(folder, "linked");
  return {
    make: async () => git(mirror, "worktree", "add", "--quiet", "--detach", place, "main"),
    remove: async () => git(mirror, "worktree", "remove", "--force", place),
  };
}

async function ownRepositories(folder: string, mirror: string): Promise<Record<string, Way>> {
  const bwrap = await findOwnProgram("bwrap");
  const tried = bwrap === null ? null : await tryBubblewrap(bwrap, []);
  const isolations: Isolation[] = [{ kind: "none" }, ...(tried === null || typeof tried === "string" ? [] : [tried])];
  const ways = isolations.map((isolation) => [
    `a repository of its own, ${isolation.kind}`,
    own(folder, mirror, isolation),
  ]);
  return Object.fromEntries(ways) as Record<string, Way>;
}

function own(folder: string, place: string, isolation: Isolation): Way {
  const gitIsolation = { isolation, dockerImage: null, patienceMs: 60_000 };
  const { signal } = new AbortController();
  const mirror: Mirror = {
    url: "",
    folder: place,
    credential: null,
    gitIsolation,
    signal,
    exclusively: (work) => work(),
  };
  const worktree = path.join(folder, `own-${isolation.kind}`);
  const wanted = { mirror, folder: worktree, branch: "run", begin: "main", quarantine: folder };
  return {
    make: async () => void (await openWorktree(wanted)),
    remove: () => deleteWorktree(mirror, worktree),
  };
}

/** The ways take turns, so that a machine that gets slower is unfair to none of them. */
async function measure(ways: Record<string, Way>, rounds: number): Promise<Map<string, number[]>> {
  const times = new Map<string, number[]>();
  for (let round = 0; round < rounds; round++) {
    for (const [name, { make, remove }] of Object.entries(ways)) {
      const startMs = performance.now();
      await make();
      times.set(name, [...(times.get(name) ?? []), performance.now() - startMs]);
      await remove();
    }
  }
  return times;
}

await main();
