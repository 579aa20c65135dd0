// What people change about issues. Everything is shown at once, and taken back with the reason if it is refused.
import type { FunctionArgs } from "convex/server";
import { api } from "#convex/_generated/api";
import { toServiceError } from "../../feedback/serviceError";
import { useProjectMutation } from "../../live/projectHooks";
import { showNotice } from "../../feedback/notices";
import type { Issue } from "./issue";
import { showIssueChange, showIssuesRemoved } from "./optimisticIssues";

type Changes = Omit<FunctionArgs<typeof api.issues.dashboard.update>, "projectId" | "issueId">;

interface IssueMutations {
  /** Fails when the service refuses. */
  update: (issue: Issue, changes: Changes) => Promise<unknown>;
  /** Says in a notice why it was refused. */
  move: (issues: readonly Issue[], changes: Pick<Changes, "status" | "priority">) => void;
  remove: (issues: readonly Issue[]) => Promise<unknown>;
}

export function useIssueMutations(): IssueMutations {
  const update = useProjectMutation(api.issues.dashboard.update, (store, { issueId, ...changes }) =>
    showIssueChange(store, issueId, changes),
  );
  const removeMany = useProjectMutation(api.issues.dashboard.removeMany, (store, { issueIds }) =>
    showIssuesRemoved(store, issueIds),
  );
  return {
    update: ({ id: issueId }, changes) => update({ issueId, ...changes }),
    move(issues, changes) {
      for (const { id: issueId } of issues) {
        update({ issueId, ...changes }).catch((error: unknown) =>
          showNotice({ tone: "bad", text: toServiceError(error).message }),
        );
      }
    },
    remove: (issues) => removeMany({ issueIds: issues.map(({ id }) => id) }),
  };
}
