import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { takeSnapshot } from "../jobInputs/takeSnapshot";
import { changeRunStatus } from "./effects";
import type { RunStatus } from "./schema";
import { isReady } from "./status";
import type { Circumstances } from "./transitions";

type Run = Doc<"runs">;

/** Sets the status that a runner reports. It may be any, so a run that is over may become ready for a runner again. */
export async function reportStatus(
  ctx: MutationCtx,
  run: Run,
  status: RunStatus,
  report: Pick<Circumstances, "completedAtMs" | "error"> = {},
): Promise<Run> {
  const after = await changeRunStatus(ctx, run, status, { ...report, isReported: true });
  if (isReady(status) && !isReady(run.status)) await takeSnapshot(ctx, after);
  return after;
}
