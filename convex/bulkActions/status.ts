// What a bulk action does to each run, and its states. Pure.
import type { Moves } from "../lib/states";

export const bulkActionNames = ["cancel", "restart", "delete", "pause", "resume"] as const;

export const bulkActionStatuses = ["running", "completed", "stopped"] as const;

export const bulkActionMoves = {
  complete: { from: ["running"], to: "completed" },
  stop: { from: ["running"], to: "stopped" },
} as const satisfies Moves<(typeof bulkActionStatuses)[number]>;
