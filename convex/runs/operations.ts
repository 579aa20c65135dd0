import type { Doc } from "../_generated/dataModel";
import { callbackMutation, callbackQuery } from "../callback/builders";
import { invalid } from "../lib/errors";
import { omitNullish } from "../lib/omitNullish";
import { getForRunner } from "../lib/getDocument";
import { withWholeAddress } from "../lib/maskedAddress";
import { withIds } from "../lib/publicIds";
import type {
  ChainRunRequest,
  CiChecksRequest,
  CreateRequest,
  OneRequest,
  PrRequest,
  ReportRequest,
  StatusRequest,
  StopRequest,
} from "./requests";
import { presentDetail } from "./detail";
import type { RunDetailView } from "./detail";
import { setStopFlag } from "./lifecycle";
import { presentRun } from "./present";
import type { RunView } from "./present";
import { updateCiChecks as changeCiChecks } from "./progress";
import { changePullRequest } from "./pullRequest";
import { reportPullRequest as reportOfMerge } from "../merging/model";
import { presentMergeRun } from "../merging/present";
import type { MergeRunView } from "../merging/present";
import { reportStatus } from "./reporting";
import { reportPullRequest as reportOfRun } from "./pullRequestReport";
import { createRunByRunner, createSprintRun } from "./createByRunner";

export const get = callbackQuery(async (ctx, { runId }: OneRequest): Promise<RunDetailView> => {
  const run = await getForRunner(ctx, "runs", runId);
  return withWholeAddress(await presentDetail(ctx, run), run);
});

export const create = callbackMutation(async (ctx, request: CreateRequest) =>
  created(await createRunByRunner(ctx, request)),
);

export const createChainRun = callbackMutation(async (ctx, request: ChainRunRequest) =>
  created(await createSprintRun(ctx, request)),
);

function created({ _id, status }: Doc<"runs">) {
  return withIds("runs", _id, { status });
}

export const updateStatus = callbackMutation(
  async (ctx, { runId, status, completedAt, error, reason }: StatusRequest): Promise<RunView> => {
    const run = await getForRunner(ctx, "runs", runId);
    if (reason != null) requireGateReason(run, status);
    return presentRun(
      await reportStatus(ctx, run, status, {
        by: ctx.actor,
        ...omitNullish({ completedAtMs: completedAt, error, reason }),
      }),
    );
  },
);

function requireGateReason({ gates }: Doc<"runs">, status: string): void {
  if (status !== "failed") throw invalid("reason", "reason must be left out unless the status is failed.");
  if (gates === undefined) throw invalid("reason", "reason must be left out, because the run has no gates.");
}

export const updatePr = callbackMutation(
  async (ctx, { runId, prUrl, prStatus, prNumber }: PrRequest): Promise<RunView> => {
    const run = await getForRunner(ctx, "runs", runId, "visited");
    return presentRun(await changePullRequest(ctx, run, { prUrl, prStatus, ...omitNullish({ prNumber }) }));
  },
);

export const setStop = callbackMutation(async (ctx, { runId }: StopRequest): Promise<RunView> =>
  presentRun(await setStopFlag(ctx, await getForRunner(ctx, "runs", runId), ctx.actor)),
);

export const updateCiChecks = callbackMutation(async (ctx, { runId, ...report }: CiChecksRequest): Promise<RunView> =>
  presentRun(await changeCiChecks(ctx, await getForRunner(ctx, "runs", runId), report)),
);

/** Who has looked names the run, or the merge run, whose request it was. */
export const reportRequest = callbackMutation(
  async (ctx, { runId, mergeRunId, ...report }: ReportRequest): Promise<RunView | MergeRunView> => {
    if ((report.status == null) !== (report.checks == null)) {
      const [missing, given] = report.status == null ? ["status", "checks"] : ["checks", "status"];
      throw invalid(missing, `${missing} is required with ${given}.`);
    }
    if (mergeRunId != null && runId != null) throw invalid("mergeRunId", "mergeRunId must be left out beside runId.");
    if (mergeRunId != null)
      return presentMergeRun(
        await reportOfMerge(ctx, await getForRunner(ctx, "mergeRuns", mergeRunId, "visited"), report),
      );
    if (runId == null) throw invalid("runId", "runId is required, or mergeRunId.");
    return presentRun(await reportOfRun(ctx, await getForRunner(ctx, "runs", runId, "visited"), report));
  },
);
