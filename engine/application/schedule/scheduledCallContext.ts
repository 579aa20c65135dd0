// Builds the context of a call that no client made.
import crypto from "node:crypto";
import type { Deployment } from "../deployment/deployment";
import type { JobReference } from "../jobs/jobs";
import { noCalls } from "../syscalls/callCounts";
import type { CallContext } from "../syscalls/scope";

/** Returns the context of a scheduled call. `job` is null for a cron. */
export function contextOfScheduled(deployment: Deployment, job: JobReference | null): CallContext {
  const requestId = crypto.randomUUID().replaceAll("-", "").slice(0, 16);
  return {
    deployment,
    caller: { kind: "anonymous" },
    client: { requestId, ip: null, userAgent: null },
    lines: [],
    usages: [],
    calls: noCalls(),
    job,
  };
}
