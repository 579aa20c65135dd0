import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { getOrThrow } from "../lib/getDocument";
import { publicId } from "../lib/publicIds";
import { appendEvent } from "../runEvents/model";
import { notifyOfPullRequest } from "../runs/pullRequest";
import type { PullRequest } from "../runs/pullRequest";

/** Changes only the sandbox: the run has a pull request of its own. A report without news changes nothing. */
export async function changePullRequest(
  ctx: MutationCtx,
  sandbox: Doc<"sandboxes">,
  change: Required<PullRequest>,
): Promise<void> {
  const { prUrl, prStatus, prNumber } = change;
  if (prUrl === sandbox.prUrl && prStatus === sandbox.prStatus && prNumber === sandbox.prNumber) return;
  await ctx.db.patch("sandboxes", sandbox._id, change);
  const changed = await getOrThrow(ctx, "sandboxes", sandbox._id);
  await notifyOfPullRequest(ctx, changed, sandbox, `Sandbox ${sandbox.runtimeSandboxId}`);
  const run = sandbox.runId === undefined ? null : await ctx.db.get("runs", sandbox.runId);
  if (run === null) return;
  await appendEvent(ctx, run, { type: "pr", ...change, sandboxId: publicId("sandboxes", sandbox._id) });
}
