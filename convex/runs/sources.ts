/** The ways in which a run can be created. */
export const runSources = ["api", "dashboard", "recurring_task", "sprint_chain", "work_chain", "callback"] as const;
