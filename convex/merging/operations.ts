import { callbackMutation, callbackQuery } from "../callback/builders";
import { omitNullish } from "../lib/omitNullish";
import { getForRunner } from "../lib/getDocument";
import type { StatusUpdate } from "./requests";
import { moveMergeRun } from "./model";
import { presentMergeRun } from "./present";
import type { MergeRunView } from "./present";

export const get = callbackQuery(async (ctx, { mergeRunId }: { mergeRunId: string }): Promise<MergeRunView> =>
  presentMergeRun(await getForRunner(ctx, "mergeRuns", mergeRunId)),
);

export const updateStatus = callbackMutation(async (ctx, update: StatusUpdate): Promise<MergeRunView> => {
  const { mergeRunId, status, prUrl, error } = update;
  const mergeRun = await getForRunner(ctx, "mergeRuns", mergeRunId);
  return presentMergeRun(await moveMergeRun(ctx, mergeRun, status, omitNullish({ prUrl, error })));
});
