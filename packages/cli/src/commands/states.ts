/** The states of a run, by which commands filter. */
export const states = ["pending", "scheduled", "running", "paused", "completed", "failed", "cancelled"] as const;
