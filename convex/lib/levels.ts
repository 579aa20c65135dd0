/** The levels of the priority of an issue, and of the severity of a learning. */
export const levels = ["low", "medium", "high", "critical"] as const;
