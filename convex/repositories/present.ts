import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { withIds } from "../lib/publicIds";
import type { Ids } from "../lib/publicIds";
import { redactCredentials, shownAddress } from "../lib/repositoryAddress";
import { isoTime, isoTimeOrNull } from "../lib/times";
import { absentSince } from "../runners/presence";
import type { CheckStatus } from "./schema";
import type { CheckFailure } from "./status";

export interface RepositoryCheckView extends Ids {
  /** Without the user information that the address may have. */
  gitRepoUrl: string;
  /** The branch that was asked for. Null: the default branch. */
  branchName: string | null;
  status: CheckStatus;
  /** Why the check has failed: a word of a closed list, and a sentence. */
  reason: CheckFailure | null;
  error: string | null;
  defaultBranch: string | null;
  /** The branch at which runs will begin, and its newest commit. */
  baseBranch: string | null;
  headCommit: string | null;
  /** Set while no runner that can check repositories has asked for work for a minute. */
  waiting: { reason: "runner"; since: number } | null;
  createdAt: string;
  completedAt: string | null;
}

export async function presentCheck(check: Doc<"repositoryChecks">, ctx: QueryCtx): Promise<RepositoryCheckView> {
  const { gitRepoUrl, status, branchName, failure, error, defaultBranch, baseBranch, headCommit } = check;
  return withIds("repositoryChecks", check._id, {
    gitRepoUrl: shownAddress(gitRepoUrl),
    branchName: branchName ?? null,
    status,
    reason: failure ?? null,
    error: error === undefined ? null : redactCredentials(error),
    defaultBranch: defaultBranch ?? null,
    baseBranch: baseBranch ?? null,
    headCommit: headCommit ?? null,
    waiting: status === "pending" ? await waitingForRunner(ctx, check) : null,
    createdAt: isoTime(check._creationTime),
    completedAt: isoTimeOrNull(check.completedAtMs),
  });
}

async function waitingForRunner(ctx: QueryCtx, { projectId, _creationTime }: Doc<"repositoryChecks">) {
  const absentMs = await absentSince(ctx, projectId, "repository.check", { mustBeNamed: true });
  return absentMs === null ? null : { reason: "runner" as const, since: Math.floor(Math.max(absentMs, _creationTime)) };
}
