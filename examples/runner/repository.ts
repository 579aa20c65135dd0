// The run's repository. The run has a branch of its own with one commit at the end of each step. The commit is pushed
// before the step is reported as completed, so a runner that takes over the run finds there what is done.
import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";

const execute = promisify(execFile);
const maxReported = { diffBytes: 800_000, files: 2000 };

/** Continues at `branch` if it exists, or begins it at `base`. All git processes end with `signal`. */
export async function openRepository(url: string, base: string, branch: string, parent: string, signal: AbortSignal) {
  const git = async (folder: string, ...args: string[]) =>
    (await execute("git", args, { cwd: folder, signal, maxBuffer: 100_000_000 })).stdout.trim();
  const clone = path.join(parent, "repository");
  const identity = ["--config", "user.name=Switchyard", "--config", "user.email=runner@switchyard.invalid"];
  await git(parent, "clone", ...identity, "--no-checkout", "--", url, clone);
  const find = (name: string) => git(clone, "rev-parse", "--verify", "--quiet", `origin/${name}^{commit}`);
  let head = await find(branch).catch(() => find(base));
  const log = await git(clone, "log", "--format=%(trailers:key=Switchyard-Step,valueonly)", `origin/${base}..${head}`);
  return {
    stepsDone: 1 + Math.max(-1, ...log.split(/\s+/).filter(Boolean).map(Number)),
    addWorktree: (folder: string) => git(clone, "worktree", "add", "--detach", folder, head),
    /** Commits the step. Returns its diff, and all files with their sizes. */
    commit: async (folder: string, step: number, title: string) => {
      await git(folder, "add", "--all");
      const message = ["--allow-empty", "--no-verify", "-m", title, "-m", `Switchyard-Step: ${step}`];
      await git(folder, "commit", ...message);
      const diff = Buffer.from(await git(folder, "diff", head, "HEAD"));
      const listed = (await git(folder, "ls-tree", "-rlz", "HEAD")).split("\0").slice(0, maxReported.files);
      const files = listed.flatMap((entry) => {
        const [, size, name] = /^\S+ blob \S+ +(\d+)\t(.*)$/s.exec(entry) ?? [];
        return name === undefined ? [] : [{ path: name, size: Number(size) }];
      });
      return { diff: diff.subarray(0, maxReported.diffBytes).toString(), files };
    },
    /** Fails when another runner has pushed since. */
    push: async (folder: string) => {
      await git(folder, "push", "origin", `HEAD:refs/heads/${branch}`);
      head = await git(folder, "rev-parse", "HEAD");
    },
  };
}
