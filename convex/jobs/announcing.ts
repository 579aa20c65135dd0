// Tells the runner, where it has said at which address, that a job waits. Nothing depends on it: who asks for jobs gets
// them all the same.
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { publicId } from "../lib/publicIds";
import { publicIdsOf } from "./work";

const triesMax = 8;
const firstDelayMs = 1000;
const timeoutMs = 10_000;

/** In an action of its own, when the job may be claimed: the transaction that queues it neither waits nor fails. */
export async function announceFrom(ctx: MutationCtx, jobId: Id<"jobs">, availableAtMs: number): Promise<void> {
  if (runnerUrl() === null) return;
  await ctx.scheduler.runAt(availableAtMs, internal.jobs.announcement.send, { jobId, tries: 1 });
}

/** After a try that failed, the so many-th; 1 s, doubling. Null when it was the last. */
export function nextTryMs(tries: number): number | null {
  return tries < triesMax ? firstDelayMs * 2 ** (tries - 1) : null;
}

/** What the announcement says. Whoever may read it learns of ids alone. */
export function announcementOf({ _id, projectId, kind, work, attempts }: Doc<"jobs">) {
  const project = publicId("projects", projectId);
  return {
    type: "job.queued",
    jobId: publicId("jobs", _id),
    kind,
    projectId: project,
    attempt: attempts + 1,
    ...publicIdsOf(work),
  };
}
export type Announcement = ReturnType<typeof announcementOf>;

/** `id` is the same for all tries of one announcement. Null when it has arrived, otherwise what was wrong. */
export async function post(id: string, announcement: Announcement): Promise<string | null> {
  const url = runnerUrl();
  if (url === null) return null;
  const { webhookOf } = await import("../lib/messageSigning");
  const webhook = webhookOf(process.env["JOB_RUNNER_SIGNING_SECRET"]);
  if (webhook === null) return "JOB_RUNNER_SIGNING_SECRET is unset or malformed";
  const body = JSON.stringify(announcement);
  const now = new Date();
  const headers = {
    "Content-Type": "application/json",
    "hook-id": id,
    "hook-timestamp": String(Math.floor(now.getTime() / 1000)),
    "hook-signature": webhook.sign(id, now, body),
  };
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(url, { method: "POST", headers, body, signal, redirect: "manual" });
    return response.ok ? null : `it answered ${response.status}`;
  } catch (error) {
    return error instanceof Error ? error.name : "it did not answer";
  }
}

function runnerUrl(): string | null {
  const url = process.env["JOB_RUNNER_URL"];
  return url === undefined || url === "" ? null : url;
}
