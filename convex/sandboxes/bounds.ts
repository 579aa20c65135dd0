const hourMs = 60 * 60 * 1000;

export const sandboxBounds = {
  /** How often the clock looks whether what an active sandbox serves still goes on. */
  lookMs: hourMs,
  /** How long it stays after a completion, for a person to look at or talk to. */
  visitMs: 24 * hourMs,
} as const;
