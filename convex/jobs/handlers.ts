import type { WriteCtx } from "../callers/caller";
import { getOwn } from "../lib/getDocument";
import { presentOpenJob } from "./present";
import type { OpenJobView } from "./present";
import { redriveJob } from "./redrive";
import type { RedriveRequest } from "./requests";

/** Returns the job that does the work now. */
export async function redrive(ctx: WriteCtx, { jobId }: RedriveRequest): Promise<OpenJobView> {
  return presentOpenJob(await redriveJob(ctx, await getOwn(ctx, "jobs", jobId), ctx.actor));
}
