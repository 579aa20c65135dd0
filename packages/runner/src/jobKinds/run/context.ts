// What the steps of a run share, and what they do with it.
import { existsSync } from "node:fs";
import path from "node:path";
import type { McpAccess } from "../../agents/mcpAccess";
import type { Author } from "../../git/commits";
import {
  diffBetween,
  filesAt,
  findLastBefore,
  findStepCommits,
  isSameTree,
  keepUnder,
  standardAuthor,
} from "../../git/commits";
import { defaultBranch } from "../../git/defaultBranch";
import { isAncestor, resolveCommit, remoteBranchRef } from "../../git/mirror";
import type { Mirror } from "../../git/mirror";
import { setBranch, DoneTwiceError, isReplaced } from "../../git/integrateRemote";
import { newestCommitOf, MissingBranchError, openWorktree, removeIfClean } from "../../git/worktree";
import type { Worktree } from "../../git/worktree";
import { writeKnowledgeFiles } from "../../prompt/knowledgeFiles";
import type { KnowledgeFiles } from "../../prompt/knowledgeFiles";
import type { Claim, Run } from "../../service/claims";
import type { WorkRecords, WorkRecord } from "../../state/workRecords";
import { PermanentJobError } from "../../jobs/contract";
import type { RemarkLines } from "../../codeHosts/pullRequestSource";
import type { PullRequestTools } from "../../codeHosts/proposePullRequest";
import type { Configuration } from "../../config/configuration";
import type { AgentChoiceTools } from "../../conversations/chooseAgent";
import type { ConversationTools } from "../../conversations/runOneOffSession";
import type { Job } from "../../jobs/contract";
import type { Folders } from "../../jobs/folders";
import { openRepository } from "../../worktrees/repository";
import type { RepositoryTools } from "../../worktrees/repository";
import type { EndedSessions } from "../../state/endedSessions";
import type { TestResults } from "../../testReports/testResults";
import type { SetupTools } from "../../worktrees/setup";
import { branchNames, chooseBranch, reportedBranch } from "./branchOfRun";
import { takeOverBranches } from "./formerMirror";
import { openMcpAccess } from "./mcpAccess";
import type { Plan } from "./plan";
import { pushBranch, integrateRemote } from "./pushBranch";
import { readLines } from "./threadLines";
import type { WorktreeUses } from "../../worktrees/worktreeUses";

export type RunTools = RepositoryTools &
  SetupTools &
  ConversationTools &
  AgentChoiceTools &
  PullRequestTools & {
    configuration: Pick<Configuration, "url" | "push" | "questionMinutes" | "gates">;
    folders: Pick<Folders, "worktrees" | "temporary">;
    records: WorkRecords;
    endedSessions: EndedSessions;
    /** The ids of the runs, and the names of other worktrees, that are in use. */
    activeWork: Set<string>;
    /** The worktrees in which dev servers work. */
    worktreeUses: Pick<WorktreeUses, "removeWhenUnused">;
  };

/** What a gate has shown of a step, or what a judge has said. */
export interface Shown {
  stepId: string;
  pass: boolean;
  feedback: string | null;
  commit: string | null;
  /** Null for a judge. */
  exitCode: number | null;
  /** The end of what a command has written. */
  output: string | null;
  testResults: TestResults | null;
  qualityScores: Record<string, number> | null;
}

/** Everything that the steps of a run share. */
export interface RunContext extends Plan {
  job: Job<Claim, RunTools>;
  /**
   * The newest commit of the branch into which the work shall be merged, where the first step of a round merges it. A
   * step that was begun before merges what its session names.
   */
  merging: string | null;
  mirror: Mirror;
  worktree: Worktree;
  /** The commit at which the run has begun, or its present round. */
  beginning: string;
  layout: KnowledgeFiles;
  author: Author;
  /** Where the agents find tools of the service. Undefined with a service that has none for them. */
  mcp: McpAccess | undefined;
  /** What steps have ended with, by their turn. */
  outputs: Map<number, { name: string; output: unknown }>;
  /** How steps were judged, and what their gates have shown, by their turn. */
  shown: Map<number, Shown>;
  /** What the gates have shown last before the present round, by the step's index in the workflow. */
  shownBefore: Map<number, Shown>;
  /** The lines that the threads of the round are about, by their keys. */
  lines: ReadonlyMap<string, RemarkLines>;
  /** Whether the service knows the branch with the work. */
  isResultReported: boolean;
}

export async function prepareRun(job: Job<Claim, RunTools>, plan: Plan): Promise<RunContext> {
  const { tools } = job;
  const mirror = await openRepository(job, plan.run.git.repoUrl);
  await takeOverBranches(mirror, plan.run);
  const run = await withBaseBranch(job, plan.run, mirror);
  const folder = path.join(tools.folders.worktrees, `${run.id}-${run.attempt}`);
  const { resultBranch: reported, pullRequest } = await job.call("run.get", { runId: run.id });
  const branch = await chooseBranch(mirror, { run, reported, records: tools.records });
  const begin = (await keptCommit(run, mirror)) ?? (await baseOf(job, run, mirror));
  const author = authorOf(run);
  await beginAtHost({ run, mirror, worktree: { branch }, author, round: plan.round });
  await remember(job, run, { repoUrl: mirror.url, mirror: mirror.folder, worktree: folder, branch });
  const wanted = {
    mirror,
    folder,
    branch,
    begin,
    quarantine: tools.folders.quarantine,
  };
  const worktree = await openWorktree(wanted).catch((error: unknown) => {
    throw error instanceof MissingBranchError ? new PermanentJobError(error.message) : error;
  });
  const layout = await writeKnowledgeFiles(folder, run);
  const outputs = new Map(run.outputs.map(({ stepIndex, name, output }) => [stepIndex, { name, output }]));
  return {
    job,
    ...plan,
    run,
    // Somebody may have given the request another base. A service of an earlier version knows no requests.
    merging: await mergedFirst(plan, mirror, { branch, base: pullRequest?.base ?? run.git.branchName }),
    mirror,
    worktree,
    beginning: await beginningOf({ mirror, worktree, run, round: plan.round }),
    layout,
    author,
    mcp: await openMcpAccess(job, run.id),
    outputs,
    shown: new Map(),
    shownBefore: new Map(),
    lines: await readLines(job, run, plan.round),
    isResultReported: false,
  };
}

/**
 * A claim before this one may have ended between its commit and its push, and a person may have changed the branch.
 * Before a round only a runner that has lost its job pushes there, and its work takes the place of what is here.
 */
async function beginAtHost(work: Parameters<typeof integrateRemote>[0] & Pick<Plan, "round">): Promise<void> {
  const { mirror, worktree, round } = work;
  const { branch } = worktree;
  if (round !== null || (await isReplaced(mirror, branch))) {
    return void (await integrateRemote(work).catch((error: unknown) => {
      if (!(error instanceof DoneTwiceError)) throw error;
    }));
  }
  const commit = await newestCommitOf(mirror, branch);
  const ours = await resolveCommit(mirror, `refs/heads/${branch}`);
  if (ours !== null && commit !== null && !(await isAncestor(mirror, ours, commit)))
    await keepUnder(mirror, branch.replace(/^switchyard\//, ""), ours);
  await setBranch(mirror, branch, { commit, theirs: await resolveCommit(mirror, remoteBranchRef(branch)) });
}

function authorOf({ git, settings }: Run): Author {
  const name = git.commitName ?? settings.gitCommitName ?? standardAuthor.name;
  return { name, email: git.commitEmail ?? settings.gitCommitEmail ?? standardAuthor.email };
}

/** A round that is about a conflict merges what the work conflicts with, unless it has done so before. */
async function mergedFirst(
  { round }: Plan,
  mirror: Mirror,
  { branch, base }: { branch: string; base: string },
): Promise<string | null> {
  if (round?.feedback.some(({ kind }) => kind === "conflict") !== true) return null;
  const theirs = await resolveCommit(mirror, remoteBranchRef(base));
  const ours = await newestCommitOf(mirror, branch);
  return theirs === null || ours === null || (await isAncestor(mirror, theirs, ours)) ? null : theirs;
}

/** Where nobody has named a branch, the run begins at the one that the repository calls its default, and says so. */
async function withBaseBranch(job: Job<Claim, RunTools>, run: Run, mirror: Mirror): Promise<Run> {
  const { git } = run;
  if (!git.isBranchAssumed) return run;
  const branchName = await defaultBranch(mirror, git.branchName, job.signal);
  if (branchName === git.branchName) return run;
  await job.call("run.updateProgress", { runId: run.id, progress: { branchName } });
  return { ...run, git: { ...git, branchName } };
}

/** A run that was restarted from a step begins with the commits of the steps that the restart has kept. */
async function keptCommit({ id, runNumber, attempt, git, steps }: Run, mirror: Mirror): Promise<string | null> {
  const kept = steps.filter(({ isDone }) => isDone).length;
  if (kept === 0) return null;
  const base = await resolveCommit(mirror, remoteBranchRef(git.branchName));
  for (let before = attempt - 1; before > 0; before--) {
    for (const name of branchNames({ id, runNumber, attempt: before })) {
      const tip = await newestCommitOf(mirror, name);
      if (base === null || tip === null) continue;
      const commit = (await findStepCommits(mirror, base, tip, { runId: id, round: 0 })).get(kept - 1);
      if (commit !== undefined) return commit;
    }
  }
  return null;
}

/** A sprint begins where the sprint before it has ended, as far as that is on the remote. */
async function baseOf({ call }: Job, { git, sprintChainId, sprintIndex }: Run, mirror: Mirror): Promise<string> {
  const standard = remoteBranchRef(git.branchName);
  if (sprintChainId === null || sprintIndex === null || sprintIndex === 0) return standard;
  const { sprints } = await call("sprintChain.get", { chainId: sprintChainId });
  const before = sprints.find(({ index }) => index === sprintIndex - 1)?.runId ?? null;
  if (before === null) return standard;
  const ended = await call("run.get", { runId: before });
  const branch = remoteBranchRef(reportedBranch(ended, ended.resultBranch) ?? branchNames(ended)[0]);
  return (await resolveCommit(mirror, branch)) === null ? standard : branch;
}

type Place = Pick<WorkRecord, "repoUrl" | "mirror" | "worktree" | "branch">;

/**
 * Writes down where the work is, for the next start of this runner. A worktree without a record would stay for ever, so
 * the record comes first.
 */
async function remember({ tools }: Job<Claim, RunTools>, run: Run, place: Place): Promise<void> {
  const { records } = tools;
  const work = { subjectId: run.id, attempt: run.attempt };
  const { session = null, isSetUp = false, undone } = (await records.read(work)) ?? {};
  const kept = undone === undefined ? {} : { undone };
  // The record may be older than the worktree, which somebody may have deleted.
  await records.write({ ...work, ...place, ...kept, session, isSetUp: isSetUp && existsSync(place.worktree) });
}

/** The branch has all the work of a completed run, so its worktree is not needed any more. */
export async function removeFinishedWorktree({ job, run, mirror, worktree }: RunContext): Promise<void> {
  await job.tools.worktreeUses.removeWhenUnused(worktree.folder, async () => {
    if (!(await removeIfClean(mirror, worktree.folder))) return;
    await job.tools.records.remove({ subjectId: run.id, attempt: run.attempt });
  });
}

type Committed = Pick<RunContext, "mirror" | "worktree" | "run" | "round">;

export async function findCommittedTurns({ mirror, worktree, run, round }: Committed): Promise<Map<number, string>> {
  const tip = await newestCommit({ mirror, worktree });
  return await findStepCommits(mirror, worktree.base, tip, { runId: run.id, round: round?.number ?? 0 });
}

/** What an earlier claim has committed in the round comes after its beginning. */
async function beginningOf(work: Committed): Promise<string> {
  const { mirror, worktree, run, round } = work;
  if ((await findCommittedTurns(work)).size === 0) return await newestCommit(work);
  const tip = await newestCommit(work);
  return await findLastBefore(mirror, worktree.base, tip, { runId: run.id, round: round?.number ?? 0 });
}

/** Whether what the steps have committed since then has other files. What somebody else has pushed is not theirs. */
export async function hasChangedFiles(work: RunContext): Promise<boolean> {
  const committed = await findCommittedTurns(work);
  const last = committed.get(Math.max(...committed.keys()));
  return last !== undefined && !(await isSameTree(work.mirror, work.beginning, last));
}

/**
 * The newest commit of the run: what a step has committed, or where the branch begins. What other jobs fetch of the
 * host's branch meanwhile is not in the worktree, and comes in with the push.
 */
export async function newestCommit({ mirror, worktree }: Pick<RunContext, "mirror" | "worktree">): Promise<string> {
  return (await resolveCommit(mirror, `refs/heads/${worktree.branch}`)) ?? worktree.base;
}

/** Reports what has changed between two commits, and which files there are now. */
export async function reportChanges(
  { job, mirror }: RunContext,
  sandboxId: string,
  from: string,
  to: string,
): Promise<void> {
  await job.call("sandbox.reportDiff", { sandboxId, diff: await diffBetween(mirror, from, to) });
  await job.call("sandbox.reportFiles", { sandboxId, files: await filesAt(mirror, to) });
}

/** Shows what a step has committed, and puts it where a step's work belongs. */
export async function publishStep(work: RunContext, sandboxId: string | null, from: string, to: string): Promise<void> {
  const { job } = work;
  if (sandboxId !== null) await reportChanges(work, sandboxId, from, to);
  if (job.tools.configuration.push !== "step") return;
  await pushBranch(work);
  await reportResult(work);
}

/** Says where the work is: on a branch of the run's repository, or of the mirror when the runner pushes nothing. */
export async function reportResult(work: RunContext): Promise<void> {
  const { job, run, mirror, worktree } = work;
  if (work.isResultReported) return;
  const place = job.tools.configuration.push === "never" ? { resultRepository: mirror.folder } : {};
  await job.call("run.updateProgress", { runId: run.id, progress: { resultBranch: worktree.branch, ...place } });
  work.isResultReported = true;
}

/** Only the first iteration ends with outputs. */
export function expectsOutput({ run }: RunContext, turn: number): boolean {
  const step = run.steps[turn];
  return step !== undefined && step.outputSchema !== null;
}
