// Closed lists and bounds that several domains have in common. Data only.

/** The levels of the priority of an issue, and of the severity of a learning. */
export const levels = ["low", "medium", "high", "critical"] as const;

/** In characters. */
export const maxGitRepoUrlLength = 2000;
