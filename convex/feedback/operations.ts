import { callbackMutation, callbackQuery } from "../callback/builders";
import { invalid } from "../lib/errors";
import { getForRunner } from "../lib/getDocument";
import { listReported, reportItems } from "./model";
import type { Report, ReportedItem } from "./model";
import type { OpenRequest, ReportRequest } from "./requests";

export const report = callbackMutation(async (ctx, { runId, items }: ReportRequest): Promise<Report> => {
  requireKeysOnce(items);
  return await reportItems(ctx, await getForRunner(ctx, "runs", runId, "visited"), items, ctx.actor);
});

/** The runner resolves what has ended at the code host, also for what another runner has reported. */
export const listOpen = callbackQuery(async (ctx, { runId }: OpenRequest): Promise<ReportedItem[]> => {
  return await listReported(ctx, await getForRunner(ctx, "runs", runId));
});

function requireKeysOnce(items: ReportRequest["items"]): void {
  const keys = new Set<string>();
  for (const [index, { key }] of items.entries()) {
    const field = `items.${index}.key`;
    if (keys.has(key)) throw invalid(field, `${field} must not be that of an earlier item of the same call.`);
    keys.add(key);
  }
}
