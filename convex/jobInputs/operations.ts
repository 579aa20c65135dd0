import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { apiError } from "../lib/errors";
import { callbackQuery } from "../callback/builders";
import { getForRunner } from "../lib/getDocument";
import type { FeedbackView } from "../runs/presentFeedback";
import { assetOfRun } from "./assets";
import type { AssetInput } from "./assets";
import type { PartRequest } from "./requests";
import { feedbackOfRound } from "./round";
import { runInputs, learningsOfRole } from "./run";
import type { LearningsInput, RunInputs } from "./run";
import { snapshotOf } from "./snapshot";
import { personaOfRun } from "./steps";
import type { PersonaInput } from "./steps";
import { jobInputs } from "./work";
import type { JobInputs } from "./work";

type Part = PersonaInput | LearningsInput | AssetInput | FeedbackView;

export const ofJob = callbackQuery(
  async (ctx, { jobId }: { jobId: string }): Promise<JobInputs> =>
    await jobInputs(ctx, await getForRunner(ctx, "jobs", jobId)),
);

export const ofRun = callbackQuery(
  async (ctx, { runId }: { runId: string }): Promise<RunInputs | null> =>
    await runInputs(ctx, await getForRunner(ctx, "runs", runId)),
);

/** Returns a part that the delivery left out because it did not fit. */
export const part = callbackQuery(async (ctx, { runId, kind, id }: PartRequest): Promise<Part> => {
  const run = await getForRunner(ctx, "runs", runId);
  const snapshot = await snapshotOf(ctx, run._id);
  const found = snapshot === null ? null : await partOf(ctx, { run, snapshot }, kind, id);
  if (found === null) throw apiError("NOT_FOUND", "The run is over, or it did not receive this part.");
  return found;
});

async function partOf(
  ctx: QueryCtx,
  { run, snapshot }: { run: Doc<"runs">; snapshot: Doc<"runSnapshots"> },
  kind: PartRequest["kind"],
  id: string,
): Promise<Part | null> {
  switch (kind) {
    case "persona":
      return await personaOfRun(ctx, snapshot, id);
    case "learnings":
      return await learningsOfRole(ctx, snapshot, id);
    case "asset":
      return await assetOfRun(ctx, snapshot, id);
    case "feedback":
      return await feedbackOfRound(ctx, run, id);
  }
}
