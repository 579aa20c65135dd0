// Why a run has failed, in words. This file is pure.
import type { RunSummary } from "./runCommands";

/** What the runner says, or else the service's reason. */
export function failureText({ error, failureReason }: Pick<RunSummary, "error" | "failureReason">): string {
  return error ?? reasonText(failureReason ?? "failed");
}

/** Reasons are names such as `runner_lost`. */
function reasonText(reason: string): string {
  const words = reason.replaceAll("_", " ");
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}.`;
}
