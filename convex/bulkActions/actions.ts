// What a bulk action does to one run: the same as the request about a single run, with its caller as the actor.
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { apiErrorOf } from "../lib/errors";
import { cancelRun, pauseRun, restartRun, resumeRun } from "../runs/lifecycle";
import { runMoves } from "../runs/status";
import { discardRuns } from "../runs/trash";
import type { BulkActionName } from "./schema";

type Run = Doc<"runs">;
type By = Pick<Doc<"bulkActions">, "by" | "userId">;

interface Action {
  /** Whether the state of the run allows the action. What else refuses it does so before it has changed anything. */
  allows(run: Run): boolean;
  act(ctx: MutationCtx, run: Run, by: By): Promise<unknown>;
}

const allowsMove = (move: "pause" | "resume" | "cancel" | "restart") => {
  const from: readonly string[] = runMoves[move].from;
  return ({ status }: Run) => from.includes(status);
};

const actions: Readonly<Record<BulkActionName, Action>> = {
  cancel: {
    allows: allowsMove("cancel"),
    act: (ctx, run, { by }) => cancelRun(ctx, run, { childrenEndLater: true, by }),
  },
  restart: { allows: allowsMove("restart"), act: (ctx, run, { by }) => restartRun(ctx, run, { by }) },
  pause: { allows: allowsMove("pause"), act: (ctx, run, { by }) => pauseRun(ctx, run, by) },
  resume: {
    allows: (run) => allowsMove("resume")(run) || run.deferral !== undefined,
    act: (ctx, run, { by }) => resumeRun(ctx, run, by),
  },
  delete: {
    allows: () => true,
    act: (ctx, run, { by, userId }) =>
      discardRuns(ctx, run.projectId, { field: "filter", runs: [run], by: { userId, actor: by } }),
  },
};

/** Returns whether the run was changed. Null is a run that is gone. */
export async function actOn(
  ctx: MutationCtx,
  action: BulkActionName,
  run: Run | null,
  by: By,
): Promise<"done" | "skipped"> {
  if (run === null || run.deletedAtMs !== undefined || !actions[action].allows(run)) return "skipped";
  try {
    await actions[action].act(ctx, run, by);
    return "done";
  } catch (thrown) {
    if (apiErrorOf(thrown) === null) throw thrown;
    return "skipped";
  }
}
