/** How urgent an issue is, and how grave what a learning is about. */
export const levels = ["low", "medium", "high", "critical"] as const;
