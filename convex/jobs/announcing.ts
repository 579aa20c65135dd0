// Announces waiting jobs to the runner, when the deployment knows the runner's address. Nothing depends on an
// announcement: a runner that asks for jobs gets them anyway.
import type { Doc } from "../_generated/dataModel";
import { runnerUrl } from "../lib/announceJob";
import { publicId } from "../lib/publicIds";
import { publicIdsOf } from "./work";

const maxTries = 8;
const firstDelayMs = 1000;
const timeoutMs = 10_000;

/** The delay after the failed try number `tries`: 1 s, then twice as long each time. Null after the last try. */
export function announcementRetryDelayMs(tries: number): number | null {
  return tries < maxTries ? firstDelayMs * 2 ** (tries - 1) : null;
}

/** Each wait for a claim has its own id. The attempt would not do, because a deferred attempt does not count. */
export function announcementIdOf({ _id, fence }: Doc<"jobs">): string {
  return `${publicId("jobs", _id)}.${fence + 1}`;
}

/** The body of the announcement. It contains only ids, so that others who read it learn nothing more. */
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

/** `id` is the same for all tries of one announcement. Returns null when it has arrived, otherwise what went wrong. */
export async function post(id: string, announcement: Announcement): Promise<string | null> {
  const url = runnerUrl();
  if (url === null) return null;
  const { webhookSigner } = await import("../lib/messageSigning");
  const webhook = webhookSigner(process.env["JOB_RUNNER_SIGNING_SECRET"]);
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
