// The values of a sandbox's fields and its bounds. Data only; status.ts has the rules.
import type { Moves } from "../lib/states";
import { dayMs, hourMs } from "../lib/times";

export const sandboxBounds = {
  /** The clock checks this often whether the work that an active sandbox serves still continues. */
  lookMs: hourMs,
  /** A sandbox stays this long after a completion, so that a person can look at it or talk to its agent. */
  visitMs: dayMs,
} as const;

export const sandboxStatuses = ["provisioning", "running", "stopped", "killed", "failed"] as const;

type SandboxStatus = (typeof sandboxStatuses)[number];

/** In which states people can do these things. */
export const sandboxMoves = {
  sendMessage: { from: ["running"] },
  // A sandbox that was stopped has a branch, which a runner can check out again.
  startDevServer: { from: ["running", "stopped"] },
} as const satisfies Moves<SandboxStatus>;

/** The progress of extracting learnings from the sandbox. */
export const learningStatuses = ["pending", "running", "completed", "failed", "skipped"] as const;
