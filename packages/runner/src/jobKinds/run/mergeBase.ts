// A round about a conflict begins with both sides in the files. The agent solves what git could not.
import { NotPlainFileError, FileTooLargeError } from "../../agentFiles/openFile";
import { readText } from "../../agentFiles/readFile";
import { beginMerge } from "../../git/merges";
import type { SessionRecord } from "../../state/workRecords";
import type { RunContext } from "./context";
import { saveSession } from "./sessionRecord";

/** Returns the session with what it merges. A claim that resumes it merges nothing again. */
export async function writeConflicts(work: RunContext, session: SessionRecord): Promise<SessionRecord> {
  const { merging: commit, mirror, worktree, author } = work;
  if (commit === null) return session;
  const conflicts = await beginMerge(mirror, worktree.folder, commit, author);
  const merging = { ...session, merge: { commit, conflicts } };
  await saveSession(work, merging);
  return merging;
}

/** Work that still has git's markers is not done. */
export async function withoutConflicts<Outcome extends { kind: string }>(
  { worktree }: RunContext,
  outcome: Outcome,
  files: readonly string[],
): Promise<Outcome | { kind: "failed"; reason: string }> {
  if (outcome.kind !== "completed") return outcome;
  for (const name of files) {
    if (hasMarkers(await textOf(worktree.folder, name)))
      return { kind: "failed", reason: `left conflict markers in ${JSON.stringify(name)}` };
  }
  return outcome;
}

/** Both of these lines, since the one in between looks like a heading. A repository may ask for longer ones. */
function hasMarkers(text: string): boolean {
  return /^<{7,} /m.test(text) && /^>{7,} /m.test(text);
}

/** git has not merged a larger file line by line. */
const maxBytes = 100_000_000;

async function textOf(folder: string, name: string): Promise<string> {
  try {
    return (await readText(folder, name, maxBytes)) ?? "";
  } catch (error) {
    if (error instanceof NotPlainFileError || error instanceof FileTooLargeError) return "";
    throw error;
  }
}
