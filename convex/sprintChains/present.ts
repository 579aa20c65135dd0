import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { isOpen } from "../lib/chainStatus";
import { publicId, publicIdOrNull, withIds } from "../lib/publicIds";
import type { Ids } from "../lib/publicIds";
import { shownAddress } from "../lib/repositoryAddress";
import { isoTime, isoTimeOrNull } from "../lib/times";
import type { SprintRecord } from "./schema";
import { activeRunId, sprintAt, sprintCount } from "./sprints";

type Chain = Doc<"sprintChains">;

export interface SprintChainView extends Ids {
  status: string;
  workflowId: string;
  prompt: string;
  gitRepoUrl: string;
  branchName: string;
  sprintRange: [number, number];
  currentSprintIndex: number;
  resumeFromSprint: number | null;
  /** The pull requests in the order of their sprints. */
  sprintPrUrls: string[];
  cancelRequested: boolean;
  activeRunId: string | null;
  error: string | null;
  createdAt: string;
  completedAt: string | null;
}

export function presentSprintChain(chain: Chain): SprintChainView {
  const { status, prompt, gitRepoUrl, branchName, sprintRange, currentSprintIndex, cancelRequested, sprints } = chain;
  const { resumeFromSprint = null, error = null, completedAtMs } = chain;
  const runId = activeRunId(sprints);
  return withIds("sprintChains", chain._id, {
    status,
    workflowId: publicId("workflows", chain.workflowId),
    prompt,
    gitRepoUrl: shownAddress(gitRepoUrl),
    branchName,
    sprintRange: [sprintRange.first, sprintRange.last],
    currentSprintIndex,
    resumeFromSprint,
    sprintPrUrls: sprints.flatMap(({ prUrl }) => (prUrl === undefined ? [] : [prUrl])),
    cancelRequested,
    activeRunId: publicIdOrNull("runs", runId),
    error,
    createdAt: isoTime(chain._creationTime),
    completedAt: isoTimeOrNull(completedAtMs),
  });
}

export interface SprintView {
  sprint: number;
  index: number;
  runId: string | null;
  /** The status of the sprint's run. Without a run: `pending` if there can still be one, otherwise `skipped`. */
  status: string;
  prUrl: string | null;
}

export type SprintChainDetailView = SprintChainView & { sprints: SprintView[] };

export async function presentDetail(ctx: QueryCtx, chain: Chain): Promise<SprintChainDetailView> {
  const indexes = Array.from({ length: sprintCount(chain) }, (_, index) => index);
  const sprints = await Promise.all(indexes.map((index) => presentSprint(ctx, chain, index)));
  return { ...presentSprintChain(chain), sprints };
}

async function presentSprint(ctx: QueryCtx, chain: Chain, index: number): Promise<SprintView> {
  const record = sprintAt(chain.sprints, index) ?? { index };
  const { runId, prUrl = null } = record;
  return {
    sprint: chain.sprintRange.first + index,
    index,
    runId: publicIdOrNull("runs", runId),
    status: await statusOf(ctx, chain, record),
    prUrl,
  };
}

/** Reads the run only while it has not ended. Afterwards the chain has stored the outcome. */
async function statusOf(ctx: QueryCtx, chain: Chain, { index, runId, outcome }: SprintRecord): Promise<string> {
  if (outcome !== undefined) return outcome;
  const run = runId === undefined ? null : await ctx.db.get("runs", runId);
  if (run !== null) return run.status;
  return isOpen(chain.status) && index >= (chain.resumeFromSprint ?? 0) ? "pending" : "skipped";
}
