/** What an agent is for in a step, of whatever has steps. */
export const stepRoles = ["designer", "checker", "researcher", "evaluator", "judge", "answerer"] as const;
