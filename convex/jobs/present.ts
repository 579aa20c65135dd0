// Jobs as the runner sees them.
import type { Doc } from "../_generated/dataModel";
import { heldMs } from "../lib/jobAvailability";
import { publicId, withIds } from "../lib/publicIds";
import type { Ids } from "../lib/publicIds";
import { isoTime, isoTimeOrNull } from "../lib/times";
import type { JobStatus } from "./schema";
import { publicIdsOf } from "./work";
import type { JobKind, SubjectIds } from "./work";

interface Named extends Ids, SubjectIds {
  projectId: string;
  kind: JobKind;
  attempt: number;
}

export interface ClaimView extends Named {
  leaseUntil: string | null;
  fence: number;
}

export interface JobView extends Named {
  status: JobStatus;
  error: string | null;
  availableAt: string | null;
  endedAt: string | null;
}

/** A job as people see it. */
export interface OpenJobView extends JobView {
  /** The runner that holds it. Null when none does. */
  runnerId: string | null;
}

export interface HeartbeatView {
  id: string;
  status: JobStatus;
  leaseUntil: string | null;
  cancelRequested: boolean;
}

export function presentClaim(job: Doc<"jobs">): ClaimView {
  return { ...presentNamed(job), leaseUntil: isoTimeOrNull(job.leaseUntilMs), fence: job.fence };
}

/** A job that was called off is shown as cancelled while the runner still holds it. */
export function presentHeartbeat(job: Doc<"jobs">): HeartbeatView {
  const { cancelRequested } = job;
  return {
    id: publicId("jobs", job._id),
    status: cancelRequested ? "cancelled" : job.status,
    leaseUntil: isoTimeOrNull(job.leaseUntilMs),
    cancelRequested,
  };
}

export function presentJob(job: Doc<"jobs">): JobView {
  return {
    ...presentNamed(job),
    status: job.status,
    error: job.error ?? null,
    availableAt: job.status === "queued" && job.availableAtMs < heldMs ? isoTime(job.availableAtMs) : null,
    endedAt: isoTimeOrNull(job.endedAtMs),
  };
}

export function presentOpenJob(job: Doc<"jobs">): OpenJobView {
  return { ...presentJob(job), runnerId: job.status === "claimed" ? (job.runnerId ?? null) : null };
}

function presentNamed({ _id, projectId, work, attempts }: Doc<"jobs">): Named {
  const project = publicId("projects", projectId);
  return withIds("jobs", _id, { projectId: project, kind: work.kind, attempt: attempts, ...publicIdsOf(work) });
}
