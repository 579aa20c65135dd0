// All questions of a session in the order in which they were asked. A session has at most 300.
import { useEffect, useMemo } from "react";
import { api } from "#convex/_generated/api";
import { useProjectList } from "../../live/projectHooks";
import type { Question } from "./decisions";

const pageLength = 100;

/** Null until all of them are there: the service lists the newest first. */
export function useSessionQuestions(answeringSessionId: string): readonly Question[] | null {
  const { results, status, loadMore } = useProjectList(
    api.sessionQuestions.dashboard.list,
    { answeringSessionId },
    pageLength,
  );
  useEffect(() => {
    if (status === "CanLoadMore") loadMore(pageLength);
  }, [status, loadMore]);
  const isAll = status === "Exhausted";
  return useMemo(() => (isAll ? results.toReversed() : null), [isAll, results]);
}
