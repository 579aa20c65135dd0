// The values of a sandbox's status fields. status.ts has their rules.

export const sandboxStatuses = ["provisioning", "running", "stopped", "killed", "failed"] as const;

/** The progress of extracting learnings from the sandbox. */
export const learningStatuses = ["pending", "running", "completed", "failed", "skipped"] as const;
