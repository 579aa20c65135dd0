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

/** The bounds of a run's priority. A higher one goes first. */
export const minPriority = -100;
export const maxPriority = 100;

/** What a new run does while another one with its conflict key is not over. */
export const conflictRules = ["queue", "reject", "skip", "cancelPrevious"] as const;

/** What a limit on runs is about: how many run at once, a conflict key, or a budget that is reached. */
export type HoldReason = "concurrency" | "conflict" | "budget";

/** What a budget can be for. */
export const runScopes = ["project", "workflow", "recurringTask", "sprintChain", "workChain", "run"] as const;
export type RunScope = (typeof runScopes)[number];

/** Who is trusted besides those whom the rule of a run lists: everybody who can write to the repository, or nobody. */
export const trustRules = ["write", "listed"] as const;
