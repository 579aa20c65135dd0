// The statuses of a job and the moves between them. Pure.
import type { Moves } from "../lib/states";
import type { JobStatus } from "./schema";

export const jobStatuses = ["queued", "claimed", "done", "failed", "cancelled"] as const;

export const jobMoves = {
  claim: { from: ["queued"], to: "claimed" },
  heartbeat: { from: ["claimed"] },
  complete: { from: ["claimed"], to: "done" },
  /** The job will be tried again. */
  requeue: { from: ["claimed"], to: "queued" },
  /** The runner waits for others, such as a provider of models. The attempt does not count. */
  defer: { from: ["claimed"], to: "queued" },
  /** A look is over, whatever has become of it, and the next one waits. Nobody may have begun it in time. */
  lookAgain: { from: ["queued", "claimed"], to: "queued" },
  fail: { from: ["claimed"], to: "failed" },
  /** Nobody has ended the job in time, or nobody has even begun it. */
  giveUp: { from: ["queued", "claimed"], to: "failed" },
  /** Another job is queued in its place. */
  redrive: { from: ["failed"] },
  cancel: { from: ["queued", "claimed"], to: "cancelled" },
} as const satisfies Moves<JobStatus>;
