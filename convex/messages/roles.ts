export const messageRoles = ["user", "assistant", "system", "tool"] as const;
