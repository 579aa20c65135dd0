// What a run puts into the inbox of its project, and what it takes out again.
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { addToInbox, removeFromInbox } from "../inbox/model";

type Run = Doc<"runs">;

export async function updateInboxAfterMove(
  ctx: MutationCtx,
  before: Run,
  { _id: runId, projectId, name: title, status, error }: Run,
  pausedBy: "runner" | "budget" | "person",
): Promise<void> {
  if (before.status === "failed") await removeFromInbox(ctx, "run_failed", runId);
  if (before.status === "paused") await removeFromInbox(ctx, "run_paused", runId);
  const about = { projectId, title, runId };
  if (status === "failed")
    await addToInbox(ctx, "run_failed", runId, { ...about, reason: error ?? "The runner gave no reason." });
  if (status === "paused" && pausedBy !== "person") {
    const reason = pausedBy === "budget" ? "A budget is reached." : "The runner has paused the run.";
    await addToInbox(ctx, "run_paused", runId, { ...about, reason });
  }
}

/** Call this after each change of the pull request or of its checks. A report without news changes nothing. */
export async function updatePullRequestInInbox(ctx: MutationCtx, before: Run, after: Run): Promise<void> {
  const ready = readyPullRequest(after);
  if (ready === readyPullRequest(before)) return;
  const { _id: runId, projectId, name: title } = after;
  if (ready === null) return await removeFromInbox(ctx, "pull_request", runId);
  await addToInbox(ctx, "pull_request", runId, {
    projectId,
    title,
    runId,
    reason: `All checks of ${ready} have passed.`,
  });
}

/** The address of the pull request, when it is open and its checks have passed. */
function readyPullRequest({ prUrl, prStatus, ciChecks }: Run): string | null {
  return prUrl !== undefined && prStatus === "open" && ciChecks?.status === "success" ? prUrl : null;
}
