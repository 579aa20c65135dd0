// Closed lists and bounds that several domains have in common. Data only.

/** The levels of the priority of an issue, and of the severity of a learning. */
export const levels = ["low", "medium", "high", "critical"] as const;

/** In characters. */
export const maxGitRepoUrlLength = 2000;

/** The roles that an agent can have in a step of a run or of an issue session. */
export const stepRoles = ["designer", "checker", "researcher", "evaluator", "judge", "answerer"] as const;
export type StepRole = (typeof stepRoles)[number];

/** The states of a step of a run or of an issue session. The job runner may set any of them. */
export const stepStatuses = ["pending", "running", "completed", "failed", "skipped", "cancelled"] as const;
