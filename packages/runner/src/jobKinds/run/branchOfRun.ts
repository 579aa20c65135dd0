// The name of a run's branch. Projects number their runs alike, and two of them may have one repository: then a branch
// with the name of this run is another run's. Its commits name their runs, so nothing is built on top of it, and the
// run has a branch with a part of its id in the name.
import { stepRunsIn } from "../../git/commits";
import { remoteBranchRef, resolveCommit, setRef } from "../../git/mirror";
import type { Mirror } from "../../git/mirror";
import type { Run } from "../../service/claims";
import type { WorkRecords } from "../../state/workRecords";
import { truncateStart } from "../../text/truncate";

type Named = Pick<Run, "id" | "runNumber" | "attempt">;

/** The names that the branch of an attempt may have. The second one is for where the first one is taken. */
export function branchNames({ id, runNumber, attempt }: Named): [string, string] {
  const name = `switchyard/run-${runNumber}-${attempt}`;
  return [name, `${name}-${truncateStart(id, suffixLength)}`];
}

const suffixLength = 8;

/** Where the service says that the work is, if one of our runners has put it there. */
export function reportedBranch(run: Named, reported: string | null): string | null {
  return branchNames(run).find((name) => name === reported) ?? null;
}

interface Claimed {
  run: Pick<Run, "id" | "runNumber" | "attempt" | "git">;
  /** What the service knows of the branch. */
  reported: string | null;
  records: Pick<WorkRecords, "read">;
}

export async function chooseBranch(mirror: Mirror, { run, reported, records }: Claimed): Promise<string> {
  const known = reportedBranch(run, reported);
  if (known !== null) return known;
  const [usual, other] = branchNames(run);
  const [isOther, isUsual] = [await stateOf(mirror, run, other), await stateOf(mirror, run, usual)];
  if (isOther.here !== null || isOther.there !== null) return other;
  const record = await records.read({ subjectId: run.id, attempt: run.attempt });
  if (!isAnothers(isUsual, record?.branch === usual)) return usual;
  // An earlier claim may have begun before somebody else has pushed the branch.
  if (isUsual.here?.isOurs === true) await setRef(mirror, `refs/heads/${other}`, isUsual.here.commit);
  return other;
}

interface Tip {
  commit: string;
  isOurs: boolean;
  /** Whether steps of any run are on it. */
  hasSteps: boolean;
}

interface State {
  here: Tip | null;
  there: Tip | null;
}

async function stateOf(mirror: Mirror, { id, git }: Claimed["run"], branch: string): Promise<State> {
  const base = await resolveCommit(mirror, remoteBranchRef(git.branchName));
  const tipOf = async (ref: string): Promise<Tip | null> => {
    const commit = await resolveCommit(mirror, ref);
    if (commit === null || base === null) return null;
    const runs = await stepRunsIn(mirror, base, commit);
    return { commit, isOurs: runs.has(id), hasSteps: runs.size > 0 };
  };
  return { here: await tipOf(`refs/heads/${branch}`), there: await tipOf(remoteBranchRef(branch)) };
}

/** A person may push to the branch of a run, but has not made one with the steps of another run in it. */
function isAnothers({ here, there }: State, isBegun: boolean): boolean {
  if (there !== null && !there.isOurs && (there.hasSteps || !isBegun)) return true;
  return here !== null && !here.isOurs && !isBegun;
}
