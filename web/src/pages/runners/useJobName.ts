// What the session or chain of a job is called. The name of a run comes from `RunLink`.
import { api } from "#convex/_generated/api";
import { useProjectQuery } from "../../live/projectHooks";
import type { Job } from "./JobLink";

/** Null while the name loads, and for work that has none. */
export function useJobName({ issueSessionId, answeringSessionId, sprintChainId, workChainId }: Job): string | null {
  const review = useProjectQuery(api.answeringSessions.dashboard.get, argsOf(answeringSessionId));
  const reviewed = review.kind === "ready" ? review.value.issueSessionId : undefined;
  const session = useProjectQuery(api.issueSessions.dashboard.get, argsOf(issueSessionId ?? reviewed));
  const sprints = useProjectQuery(api.sprintChains.dashboard.get, argsOf(sprintChainId));
  const chain = useProjectQuery(api.workChains.dashboard.get, argsOf(workChainId));
  if (session.kind === "ready") return session.value.name;
  if (sprints.kind === "ready") return sprints.value.prompt;
  return chain.kind === "ready" ? chain.value.title : null;
}

function argsOf(id: string | undefined): { id: string } | "skip" {
  return id === undefined ? "skip" : { id };
}
