import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import type { Actor } from "../callers/actor";
import { takeSnapshot } from "../jobInputs/takeSnapshot";
import { expectInside, followStatus } from "../queue/arrival";
import { changeRunStatus } from "./effects";
import type { RunStatus } from "./schema";
import { isFinal, isReady } from "./status";
import type { Circumstances } from "./transitions";

type Run = Doc<"runs">;

/** Sets the status that a runner reports. It may be any, so a run that is over may become ready for a runner again. */
export async function reportStatus(
  ctx: MutationCtx,
  run: Run,
  status: RunStatus,
  report: Pick<Circumstances, "completedAtMs" | "error"> & { by: Actor },
): Promise<Run> {
  const after = await changeRunStatus(ctx, run, status, { ...report, isReported: true });
  if (isReady(status) && !isReady(run.status)) await takeSnapshot(ctx, after);
  return isFinal(run.status) && isReady(status) ? await takeRoomAgain(ctx, after) : after;
}

/** The end of the run has given its room to others. */
async function takeRoomAgain(ctx: MutationCtx, run: Run): Promise<Run> {
  const project = await ctx.db.get("projects", run.projectId);
  if (project === null) return run;
  const expected = await expectInside(ctx, project, run);
  if (expected.isPlaced === true) await followStatus(ctx, expected, false);
  return expected;
}
