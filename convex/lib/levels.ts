/** The levels of an issue's priority, and of how serious the subject of a learning is. */
export const levels = ["low", "medium", "high", "critical"] as const;
