/** The possible authors of a message in a sandbox. */
export const messageRoles = ["user", "assistant", "system", "tool"] as const;
