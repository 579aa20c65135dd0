// Worktrees that nobody wants any more. A runner that was killed leaves the worktrees of its runs behind, and when
// another runner finishes such a run, only the service knows it.
import { existsSync } from "node:fs";
import { head, keepWork, resetTo, standardAuthor } from "../git/commits";
import { removeClean, reopen } from "../git/worktree";
import type { Call } from "../service/callback";
import { Refused } from "../service/errors";
import type { WorkRecord } from "../state/records";
import type { Tools } from "./tools";

/**
 * Removes the worktrees of runs that are completed, deleted or in a newer attempt. Those of failed runs stay, so that
 * somebody can look into them. Throws when the service does not answer; what it has said nothing about then stays.
 */
export async function removeLeftovers(tools: Tools, call: Call): Promise<void> {
  for (const record of await tools.records.all()) {
    if (tools.busy.has(record.subjectId) || (await isWanted(record, call))) continue;
    await remove(tools, record).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      tools.log({ kind: "fault", message: `${record.worktree} could not be removed: ${reason}` });
    });
  }
}

async function isWanted({ subjectId, attempt }: WorkRecord, call: Call): Promise<boolean> {
  try {
    const run = await call("run.get", { runId: subjectId });
    return run.status !== "completed" && run.attempt <= attempt;
  } catch (error) {
    if (error instanceof Refused) return !error.isMissing;
    throw error;
  }
}

/** What no branch has is kept in the mirror. A folder that is not a worktree of it may be somebody's, so it stays. */
async function remove({ records, locks }: Tools, record: WorkRecord): Promise<void> {
  const { mirror: folder, worktree, branch } = record;
  const mirror = { folder, alone: <Result>(work: () => Promise<Result>) => locks.hold(folder, work) };
  if (existsSync(worktree)) {
    if (!(await reopen(mirror, worktree))) return;
    await keepWork(mirror, worktree, branch.replace(/^switchyard\//, ""), standardAuthor);
    await resetTo(worktree, await head(worktree));
    if (!(await removeClean(mirror, worktree))) return;
  }
  await records.remove(record);
}
