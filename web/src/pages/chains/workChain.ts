import type { FunctionReturnType } from "convex/server";
import type { api } from "#convex/_generated/api";

export type WorkChain = FunctionReturnType<typeof api.workChains.dashboard.get>;
export type ChainIssue = FunctionReturnType<typeof api.workChains.dashboard.issues>["page"][number];

/** A completed chain has done all of its issues, whatever its index says. */
export function countDoneIssues({
  status,
  currentIssueIndex,
  issueIds,
}: Pick<WorkChain, "status" | "currentIssueIndex" | "issueIds">): number {
  return status === "completed" ? issueIds.length : Math.min(currentIssueIndex, issueIds.length);
}
