/** Of a step of a run or of an issue session: the job runner may set any. */
export const stepStatuses = ["pending", "running", "completed", "failed", "skipped", "cancelled"] as const;
