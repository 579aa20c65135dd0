/** How the runs of a period can be told apart by what they came to. `none` adds up all of them. */
export const outcomeGroupings = ["none", "workflow", "persona", "model", "agent"] as const;
export type OutcomeGrouping = (typeof outcomeGroupings)[number];
