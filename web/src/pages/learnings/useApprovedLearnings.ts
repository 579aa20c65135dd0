// All approved learnings that concern a role, as many as one version may hold.
import { useEffect } from "react";
import { api } from "#convex/_generated/api";
import { documentBounds } from "#convex/learnings/documentBounds";
import { useProjectList } from "../../live/projectHooks";
import type { Learning } from "./learning";

const pageLength = 100;

export function useApprovedLearnings(role: string): { learnings: readonly Learning[]; isLoading: boolean } {
  const { results, status, loadMore } = useProjectList(
    api.learnings.dashboard.list,
    { status: "approved" },
    pageLength,
  );
  const fitting = results.filter(({ applicableRoles: roles }) => roles.length === 0 || roles.includes(role));
  const isFull = fitting.length >= documentBounds.maxLearnings;
  useEffect(() => {
    if (status === "CanLoadMore" && !isFull) loadMore(pageLength);
  }, [status, isFull, loadMore]);
  return {
    learnings: fitting.slice(0, documentBounds.maxLearnings),
    isLoading: status !== "Exhausted" && !isFull,
  };
}
