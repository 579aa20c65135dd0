// The newest check of a repository, live. The service keeps checks for a week, so a page that is loaded again finds it.
import type { FunctionReturnType } from "convex/server";
import { api } from "#convex/_generated/api";
import { shownAddress } from "#convex/lib/repositoryAddress";
import { useProjectList, useProjectMutation } from "../../live/projectHooks";

export type RepositoryCheck = FunctionReturnType<typeof api.repositories.dashboard.get>;

interface Checks {
  isLoading: boolean;
  /** The newest check of this address and branch. An empty branch is the default branch. */
  newestOf: (address: string, branch: string) => RepositoryCheck | null;
  /** Asks a runner to check them again. The promise fails when the service refuses. */
  check: (address: string, branch: string) => Promise<unknown>;
}

export function useRepositoryChecks(): Checks {
  const { results, status } = useProjectList(api.repositories.dashboard.list, {}, 20);
  const start = useProjectMutation(api.repositories.dashboard.check);
  return {
    isLoading: status === "LoadingFirstPage",
    newestOf: (address, branch) =>
      results.find(
        ({ gitRepoUrl, branchName }) =>
          gitRepoUrl === shownAddress(address.trim()) && (branchName ?? "") === branch.trim(),
      ) ?? null,
    check: (address, branch) => start({ gitRepoUrl: address, ...(branch.trim() === "" ? {} : { branchName: branch }) }),
  };
}
