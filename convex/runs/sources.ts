/** What a run was made by. */
export const runSources = ["api", "dashboard", "recurring_task", "sprint_chain", "work_chain", "callback"] as const;
