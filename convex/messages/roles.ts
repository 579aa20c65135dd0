/** Who says something in a sandbox. */
export const messageRoles = ["user", "assistant", "system", "tool"] as const;
