/** The states of a step of a run or of an issue session. The job runner may set any of them. */
export const stepStatuses = ["pending", "running", "completed", "failed", "skipped", "cancelled"] as const;
