/** The roles that an agent can have in a step of a run or of an issue session. */
export const stepRoles = ["designer", "checker", "researcher", "evaluator", "judge", "answerer"] as const;
