// What a call carries with it that no client made.
import crypto from "node:crypto";
import type { Deployment } from "../deployment/deployment";
import type { JobReference } from "../jobs/jobs";
import type { CallContext } from "../syscalls/scope";

/** `job`: null for a cron. */
export function contextOfScheduled(deployment: Deployment, job: JobReference | null): CallContext {
  const requestId = crypto.randomUUID().replaceAll("-", "").slice(0, 16);
  return {
    deployment,
    caller: { kind: "anonymous" },
    client: { requestId, ip: null, userAgent: null },
    lines: [],
    usages: [],
    job,
  };
}
