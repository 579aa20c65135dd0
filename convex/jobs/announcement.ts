// An announcement tells the runner that a job is waiting. Each try that fails schedules the next, up to a limit.
import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalAction, internalMutation } from "../_generated/server";
import { announcementIdOf, announcementOf, announcementRetryDelayMs, post } from "./announcing";
import type { Announcement } from "./announcing";
import { recordAnswer, reserveAnnouncement } from "./announcementPacing";

type Turn =
  | { kind: "post"; id: string; announcement: Announcement }
  /** Another announcement is under way, or the runner's address does not answer. */
  | { kind: "wait"; askAgainInMs: number }
  | { kind: "nothing" };

export const begin = internalMutation({
  args: { jobId: v.id("jobs") },
  handler: async (ctx, { jobId }): Promise<Turn> => {
    const job = await ctx.db.get("jobs", jobId);
    if (job?.status !== "queued") return { kind: "nothing" };
    const wait = await reserveAnnouncement(ctx);
    return wait === null
      ? { kind: "post", id: announcementIdOf(job), announcement: announcementOf(job) }
      : { kind: "wait", ...wait };
  },
});

export const end = internalMutation({
  args: { hasArrived: v.boolean() },
  handler: async (ctx, { hasArrived }): Promise<null> => {
    await recordAnswer(ctx, hasArrived);
    return null;
  },
});

export const send = internalAction({
  args: { jobId: v.id("jobs"), tries: v.number() },
  handler: async (ctx, { jobId, tries }): Promise<null> => {
    const { send: again } = internal.jobs.announcement;
    const turn = await ctx.runMutation(internal.jobs.announcement.begin, { jobId });
    if (turn.kind === "nothing") return null;
    if (turn.kind === "wait") {
      await ctx.scheduler.runAfter(turn.askAgainInMs, again, { jobId, tries });
      return null;
    }
    const { id, announcement } = turn;
    const wrong = await post(id, announcement);
    await ctx.runMutation(internal.jobs.announcement.end, { hasArrived: wrong === null });
    if (wrong === null) return null;
    console.warn(`The job ${announcement.jobId} could not be announced to JOB_RUNNER_URL, try ${tries}: ${wrong}.`);
    const delayMs = announcementRetryDelayMs(tries);
    if (delayMs !== null) await ctx.scheduler.runAfter(delayMs, again, { jobId, tries: tries + 1 });
    return null;
  },
});
