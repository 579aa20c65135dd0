// Live queries and changes within the project that the page shows.
import { useAction, useMutation, usePaginatedQuery } from "convex/react";
import type { OptimisticLocalStore } from "convex/browser";
import type { PaginatedQueryReference, ReactMutation, UsePaginatedQueryReturnType } from "convex/react";
import { getFunctionName } from "convex/server";
import type { FunctionArgs, FunctionReference, FunctionReturnType } from "convex/server";
import { useProject } from "../project/project";
import { useFirstPageLength, useRestoreRowCount } from "./useRestoreRowCount";
import { useLiveQuery } from "./useLiveQuery";
import type { LiveResult } from "./useLiveQuery";

/** The arguments of a function without the project, which is the page's. */
type WithoutProject<Asked extends FunctionReference<"query" | "mutation" | "action">> = Omit<
  FunctionArgs<Asked>,
  "projectId"
>;

export function useProjectQuery<Asked extends FunctionReference<"query">>(
  query: Asked,
  args: WithoutProject<Asked> | "skip",
): LiveResult<FunctionReturnType<Asked>> {
  const { id: projectId } = useProject();
  return useLiveQuery(query, args === "skip" ? "skip" : { ...args, projectId });
}

export type PaginatedRows<Asked extends PaginatedQueryReference> = UsePaginatedQueryReturnType<Asked>;

/**
 * A list that grows as the reader asks for more, and has the same rows again for a reader who comes back. Each page
 * stays live. A refusal is thrown to the page's boundary.
 */
export function useProjectList<Asked extends PaginatedQueryReference>(
  query: Asked,
  args: Omit<FunctionArgs<Asked>, "projectId" | "paginationOpts"> | "skip",
  pageLength = 50,
): PaginatedRows<Asked> {
  const { id: projectId } = useProject();
  const asked = args === "skip" ? "skip" : { ...args, projectId };
  const name = `${getFunctionName(query)} ${JSON.stringify(args)}`;
  const { firstPageLength, wanted } = useFirstPageLength(name, pageLength);
  const list = usePaginatedQuery(query, asked as Parameters<typeof usePaginatedQuery<Asked>>[1], {
    initialNumItems: firstPageLength,
  });
  useRestoreRowCount(name, wanted, list);
  return list;
}

/**
 * A change of the project's data. The promise fails with a ConvexError when the service refuses. Where the outcome is
 * certain, `show` changes what the page shows at once; it is taken back if the service refuses.
 */
export function useProjectMutation<Asked extends FunctionReference<"mutation">>(
  mutation: Asked,
  show?: (store: OptimisticLocalStore, args: FunctionArgs<Asked>) => void,
): (args: WithoutProject<Asked>) => Promise<FunctionReturnType<Asked>> {
  const { id: projectId } = useProject();
  const plain: ReactMutation<FunctionReference<"mutation">> = useMutation(mutation);
  const change =
    show === undefined
      ? plain
      : plain.withOptimisticUpdate((store, args) => {
          show(store, args as FunctionArgs<Asked>);
        });
  return (args) => change({ ...args, projectId });
}

/** A change that takes or returns a secret. It runs outside of transactions, so the client cannot repeat it. */
export function useProjectAction<Asked extends FunctionReference<"action">>(
  action: Asked,
): (args: WithoutProject<Asked>) => Promise<FunctionReturnType<Asked>> {
  const { id: projectId } = useProject();
  const change = useAction(action) as (args: unknown) => Promise<FunctionReturnType<Asked>>;
  return (args) => change({ ...args, projectId });
}
