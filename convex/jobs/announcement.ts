// The tries of an announcement, each of them scheduled by the one before.
import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalAction, internalQuery } from "../_generated/server";
import { neverMs } from "../project/pausing";
import { announcementOf, nextTryMs, post } from "./announcing";
import type { Announcement } from "./announcing";

/** Null when there is nothing to announce any more. */
export const read = internalQuery({
  args: { jobId: v.id("jobs") },
  handler: async (ctx, { jobId }): Promise<Announcement | null> => {
    const job = await ctx.db.get("jobs", jobId);
    return job?.status === "queued" && job.availableAtMs !== neverMs ? announcementOf(job) : null;
  },
});

export const send = internalAction({
  args: { jobId: v.id("jobs"), tries: v.number() },
  handler: async (ctx, { jobId, tries }): Promise<null> => {
    const announcement = await ctx.runQuery(internal.jobs.announcement.read, { jobId });
    if (announcement === null) return null;
    const wrong = await post(`${announcement.jobId}.${announcement.attempt}`, announcement);
    if (wrong === null) return null;
    console.warn(`The job ${announcement.jobId} could not be announced to JOB_RUNNER_URL, try ${tries}: ${wrong}.`);
    const delayMs = nextTryMs(tries);
    if (delayMs !== null) {
      await ctx.scheduler.runAfter(delayMs, internal.jobs.announcement.send, { jobId, tries: tries + 1 });
    }
    return null;
  },
});
