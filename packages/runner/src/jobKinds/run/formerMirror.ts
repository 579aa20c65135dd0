// Up to version 0.2.0 all projects with one address shared a mirror. A run that was begun there works on in the mirror
// of its own project, and takes its own branches along, and nothing else.
import { existsSync } from "node:fs";
import { findRuns } from "../../git/commits";
import { codeHostAddress } from "../../git/credential";
import { git } from "../../git/git";
import { seenRef } from "../../git/integrateRemote";
import { formerMirror, historyOf, resolveCommit } from "../../git/mirror";
import type { Mirror } from "../../git/mirror";
import type { Run } from "../../service/claims";
import { branchNames } from "./branchOfRun";

type Named = Pick<Run, "id" | "runNumber" | "attempt" | "git">;

export async function takeOverBranches(mirror: Mirror, { id, runNumber, attempt, git: named }: Named): Promise<void> {
  // The login of an address was a part of it.
  const withLogin = codeHostAddress(named.repoUrl ?? "") === null ? null : named.repoUrl;
  const former = formerMirror({ ...mirror, url: withLogin ?? mirror.url });
  if (!existsSync(former)) return;
  for (let number = 1; number <= attempt; number++) {
    for (const branch of branchNames({ id, runNumber, attempt: number }))
      await takeOver(mirror, { former, branch, id });
  }
}

interface Wanted {
  former: string;
  branch: string;
  /** The run whose steps must be on the branch: another project's run may have one of the same name. */
  id: string;
}

async function takeOver(mirror: Mirror, { former, branch, id }: Wanted): Promise<void> {
  const ref = `refs/heads/${branch}`;
  const commit = await resolveCommit({ folder: former }, ref);
  if (commit === null || (await resolveCommit(mirror, ref)) !== null) return;
  if ((await findRuns({ folder: former, signal: mirror.signal }, commit))[0] !== id) return;
  const isSeen = (await resolveCommit({ folder: former }, seenRef(branch))) !== null;
  const taken = [ref, ...(isSeen ? [seenRef(branch)] : [])].map((name) => `${name}:${name}`);
  const options = historyOf(mirror);
  await mirror.exclusively(() => git(["fetch", "--quiet", "--no-tags", "--no-auto-gc", former, ...taken], options));
}
