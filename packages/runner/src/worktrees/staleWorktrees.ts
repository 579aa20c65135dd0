// Worktrees that nobody wants any more. A runner that was killed leaves the worktrees of its runs behind, and when
// another runner finishes such a run, only the service knows it.
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { removeWorktree } from "../git/removeWorktree";
import type { Call } from "../service/callback";
import { CallRefusedError } from "../service/errors";
import type { WorkRecord } from "../state/workRecords";
import type { Folders } from "../jobs/folders";
import type { Log } from "../log/events";
import type { WorkRecords } from "../state/workRecords";
import { housekeepingMirror } from "./gitIsolation";
import type { MirrorTools } from "./gitIsolation";
import type { WorktreeUses } from "./worktreeUses";

export type StaleWorktreeTools = MirrorTools & {
  folders: Pick<Folders, "mirrors" | "worktrees" | "quarantine">;
  records: WorkRecords;
  /** The ids of the runs, and the names of other worktrees, that are in use. */
  activeWork: ReadonlySet<string>;
  worktreeUses: WorktreeUses;
  log: Log;
};

/**
 * Removes the worktrees of runs that are completed, deleted or in a newer attempt. Those of failed runs stay, so that
 * somebody can look into them. Throws when the service does not answer; what it has said nothing about then stays, and
 * so does what is not removed when the signal comes.
 */
export async function removeStaleWorktrees(tools: StaleWorktreeTools, call: Call, signal: AbortSignal): Promise<void> {
  for (const record of await tools.records.all()) {
    if (signal.aborted) return;
    if (tools.activeWork.has(record.subjectId) || (await isWanted(record, call))) continue;
    await remove(tools, record, signal).catch((error: unknown) => tell(tools, record.worktree, error));
  }
  await removeUnrecordedWorktrees(tools, signal);
}

/**
 * Removes worktrees without a record. They are those of merges and issue sessions that have failed or were interrupted,
 * and a further claim starts these again.
 */
export async function removeUnrecordedWorktrees(tools: StaleWorktreeTools, signal: AbortSignal): Promise<void> {
  const { folders, records, activeWork } = tools;
  // A worktree is made after its record, so the folders are listed first.
  const found = await readdir(folders.worktrees, { withFileTypes: true }).catch(() => []);
  const known = new Set((await records.all()).map(({ worktree }) => path.basename(worktree)));
  const orphans = found.filter((entry) => entry.isDirectory() && !known.has(entry.name) && !activeWork.has(entry.name));
  for (const { name } of orphans) {
    if (signal.aborted) return;
    const folder = path.join(folders.worktrees, name);
    await removeOrphan(tools, folder, signal).catch((error: unknown) => tell(tools, folder, error));
  }
}

async function removeOrphan(tools: StaleWorktreeTools, worktree: string, signal: AbortSignal): Promise<void> {
  const name = path.basename(worktree);
  const { mirrors, quarantine } = tools.folders;
  for (const mirror of await readdir(mirrors).catch(() => [])) {
    const home = housekeepingMirror(tools, path.join(mirrors, mirror), signal);
    if (await removeWorktree(home, { folder: worktree, name, quarantine })) return;
  }
}

function tell({ log }: Pick<StaleWorktreeTools, "log">, worktree: string, error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error);
  log({ kind: "fault", message: `${worktree} could not be removed: ${reason}` });
}

async function isWanted({ subjectId, attempt }: WorkRecord, call: Call): Promise<boolean> {
  try {
    const run = await call("run.get", { runId: subjectId });
    return run.status !== "completed" && run.attempt <= attempt;
  } catch (error) {
    if (error instanceof CallRefusedError) return !error.isMissing;
    throw error;
  }
}

/** A folder that is not a worktree of the mirror may be somebody's, so it stays. */
async function remove(tools: StaleWorktreeTools, record: WorkRecord, signal: AbortSignal): Promise<void> {
  const { mirror, worktree, branch } = record;
  const name = branch.replace(/^switchyard\//, "");
  const home = housekeepingMirror(tools, mirror, signal);
  await tools.worktreeUses.removeWhenUnused(worktree, async () => {
    if (existsSync(worktree)) {
      const { quarantine } = tools.folders;
      if (!(await removeWorktree(home, { folder: worktree, name, quarantine }))) return;
    }
    await tools.records.remove(record);
  });
}
