// The time of the next look, as its run or merge run shows it. Claims load this file, so it imports little.
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { withNextLook } from "../lib/pullRequestState";

type Subject = Doc<"followedRequests">["subject"];

export async function recordNextLook(
  ctx: MutationCtx,
  { subject }: { subject: Subject },
  atMs: number | null,
): Promise<void> {
  switch (subject.kind) {
    case "run": {
      const run = await ctx.db.get("runs", subject.runId);
      if (run?.request !== undefined) await ctx.db.patch("runs", run._id, { request: withNextLook(run.request, atMs) });
      return;
    }
    case "mergeRun": {
      const mergeRun = await ctx.db.get("mergeRuns", subject.mergeRunId);
      if (mergeRun?.request === undefined) return;
      await ctx.db.patch("mergeRuns", mergeRun._id, { request: withNextLook(mergeRun.request, atMs) });
    }
  }
}
