// Sets up the worktree of a run once, before its first agent, also when the run is taken over.
import { postNotice } from "../../report/postNotice";
import { PermanentJobError } from "../../jobs/contract";
import { needsSetup, SetupError, setUpWorktree } from "../../worktrees/setup";
import type { RunContext } from "./context";

export async function setUpWorktreeOnce({ job, run, mirror, worktree }: RunContext, sandboxId: string): Promise<void> {
  if (!needsSetup(job)) return;
  const { records } = job.tools;
  const record = await records.read({ subjectId: run.id, attempt: run.attempt });
  if (record === null || record.isSetUp === true) return;
  try {
    const output = await setUpWorktree(job, { mirror, worktree: worktree.folder, env: run.settings.envVars });
    await postNotice(job.call, sandboxId, "The worktree was set up", output || "The setup wrote nothing.");
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    const told = `${error.message}\n\n${error.output}`.trim();
    await postNotice(job.call, sandboxId, "The setup of the worktree has failed", told);
    throw new PermanentJobError(told);
  }
  await records.write({ ...record, isSetUp: true });
}
