// Sets up the worktree of a run once, before its first agent, also when the run is taken over.
import { notice } from "../../report/postNotice";
import { Hopeless } from "../../jobs/contract";
import { needsSetup, SetupFailed, setUp } from "../../worktrees/setup";
import type { RunWork } from "./context";

export async function setUpOnce({ job, run, mirror, worktree }: RunWork, sandboxId: string): Promise<void> {
  if (!needsSetup(job)) return;
  const { records } = job.tools;
  const record = await records.read({ subjectId: run.id, attempt: run.attempt });
  if (record === null || record.isSetUp === true) return;
  try {
    const output = await setUp(job, { mirror, worktree: worktree.folder, env: run.settings.envVars });
    await notice(job.call, sandboxId, "The worktree was set up", output || "The setup wrote nothing.");
  } catch (error) {
    if (!(error instanceof SetupFailed)) throw error;
    const told = `${error.message}\n\n${error.output}`.trim();
    await notice(job.call, sandboxId, "The setup of the worktree has failed", told);
    throw new Hopeless(told);
  }
  await records.write({ ...record, isSetUp: true });
}
