// Moves a sprint chain forward when its runs begin and end.
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { appendToFeed } from "../events/append";
import { isOpen } from "../lib/chainStatus";
import { patchAndReturn } from "../lib/patchAndReturn";
import { apiError, invalid } from "../lib/errors";
import { cancelJobsOf, cancelUnclaimedJobsOf } from "../jobs/cancellation";
import { enqueueUnlessOpen } from "../jobs/model";
import { nextState } from "../lib/states";
import { notifyMembers } from "../notifications/model";
import type { NotificationContent } from "../notifications/model";
import { isActive, recordAfter, sprintAt, sprintCount, withSprint } from "./sprints";
import type { SprintRecord } from "./schema";
import { sprintChainMoves } from "./status";

type Chain = Doc<"sprintChains">;
type Run = Doc<"runs">;

/** Throws CONFLICT when the chain is over or is being cancelled. */
export function requireSprintCanBegin(chain: Chain): void {
  nextState("sprint chain", sprintChainMoves, "beginSprint", chain.status);
  if (chain.cancelRequested) throw apiError("CONFLICT", "The sprint chain is being cancelled.");
}

/** Throws VALIDATION for a sprint that the chain does not have. */
export function requireSprint(chain: Chain, sprintIndex: number): void {
  const last = sprintCount(chain) - 1;
  if (sprintIndex > last) throw invalid("sprintIndex", `sprintIndex must be at most ${last}.`);
}

/** Its run and its pull request stay those of the sprint. Throws CONFLICT. */
export function requireSprintIsOpen({ sprints, sprintRange }: Chain, sprintIndex: number): void {
  if (sprintAt(sprints, sprintIndex)?.outcome !== "completed") return;
  throw apiError("CONFLICT", `Sprint ${sprintRange.first + sprintIndex} has been completed.`);
}

/**
 * Call when the run of a sprint has just been created, after `requireSprintCanBegin` allowed it. The chain never moves
 * back.
 */
export async function recordSprintRun(ctx: MutationCtx, chain: Chain, sprintIndex: number, run: Run): Promise<void> {
  const sprints = withSprint(chain.sprints, { index: sprintIndex, runId: run._id });
  const currentSprintIndex = Math.max(chain.currentSprintIndex, sprintIndex);
  await ctx.db.patch("sprintChains", chain._id, { currentSprintIndex, sprints });
}

/** Call whenever the run of a sprint has ended: the first time, and again after each restart. */
export async function sprintRunEnded(ctx: MutationCtx, run: Run, chainId: Id<"sprintChains">): Promise<void> {
  const chain = await ctx.db.get("sprintChains", chainId);
  const record = chain?.sprints.find(({ runId }) => runId === run._id);
  if (chain == null || record === undefined || isFurtherRound(record, run)) return;
  const sprints = withSprint(chain.sprints, recordAfter(record, run));
  const noted = await patchAndReturn(ctx, "sprintChains", chain, { sprints });
  if (run.status !== "cancelled") await notifyMembers(ctx, chain.projectId, newsOfSprint(chain, record.index, run));
  if (isOpen(noted.status)) await moveToNextSprint(ctx, noted, record.index, run);
}

/** The sprint is done, and the chain has moved on. What becomes of its pull request later changes nothing of that. */
function isFurtherRound({ outcome }: SprintRecord, { round }: Run): boolean {
  return outcome === "completed" && round !== undefined;
}

function newsOfSprint(
  { _id: sprintChainId, sprintRange }: Chain,
  index: number,
  { _id: runId, status }: Run,
): NotificationContent {
  const sprint = sprintRange.first + index;
  return status === "completed"
    ? { type: "sprint_completed", title: `Sprint ${sprint} is complete.`, runId, sprintChainId }
    : { type: "sprint_failed", title: `Sprint ${sprint} has failed.`, runId, sprintChainId };
}

async function moveToNextSprint(ctx: MutationCtx, chain: Chain, index: number, run: Run): Promise<void> {
  const hasActive = chain.sprints.some(isActive);
  if (chain.cancelRequested) return hasActive ? undefined : await endChain(ctx, chain, "cancelled");
  if (run.status === "cancelled") return await endChain(ctx, chain, "cancelled");
  if (run.status === "failed") {
    return await endChain(ctx, chain, "failed", run.error ?? `Run ${run.runNumber} has failed.`);
  }
  await passSprint(ctx, chain, index);
  const isOver = sprintAt(chain.sprints, sprintCount(chain) - 1)?.outcome === "completed";
  if (hasActive) return;
  if (isOver) return await endChain(ctx, chain, "completed");
  await enqueueUnlessOpen(ctx, chain.projectId, { kind: "sprintChain.execute", sprintChainId: chain._id });
}

/** Moves the chain on to the sprint after `index`, at most to its last sprint. The chain never moves back. */
export async function passSprint(ctx: MutationCtx, chain: Chain, index: number): Promise<void> {
  const next = Math.min(index + 1, sprintCount(chain) - 1);
  if (next > chain.currentSprintIndex) {
    await ctx.db.patch("sprintChains", chain._id, { currentSprintIndex: next });
    await report(ctx, chain, "sprint_chain.advanced", { sprintIndex: next });
  }
}

/** Call when the runner has given up the chain's job. A chain that is over stays as it is. */
export async function failSprintChain(ctx: MutationCtx, chainId: Id<"sprintChains">, error: string): Promise<void> {
  const chain = await ctx.db.get("sprintChains", chainId);
  if (chain !== null && isOpen(chain.status)) await endChain(ctx, chain, "failed", error);
}

export async function endChain(
  ctx: MutationCtx,
  chain: Chain,
  status: "completed" | "failed" | "cancelled",
  error?: string,
): Promise<void> {
  await ctx.db.patch("sprintChains", chain._id, { status, error, completedAtMs: Date.now() });
  if (status !== "cancelled") await report(ctx, chain, `sprint_chain.${status}`, { status });
  if (status === "completed") await cancelUnclaimedJobsOf(ctx, chain._id);
  else await cancelJobsOf(ctx, chain._id);
}

/** Adds an event to the feed of the project. */
async function report(
  ctx: MutationCtx,
  { _id: id, projectId }: Chain,
  type: "sprint_chain.advanced" | "sprint_chain.completed" | "sprint_chain.failed",
  data: Record<string, unknown>,
): Promise<void> {
  await appendToFeed(ctx, { projectId, type, subject: { type: "sprintChain", id }, data });
}
