// What can be said of a sandbox; status.ts says what follows from it.

export const sandboxStatuses = ["provisioning", "running", "stopped", "killed", "failed"] as const;

/** How far learning from what happened in it is. */
export const learningStatuses = ["pending", "running", "completed", "failed", "skipped"] as const;
