// The workflows of the project, live, for pages that name or choose one.
import type { FunctionReturnType } from "convex/server";
import { api } from "#convex/_generated/api";
import { useProjectList } from "../../live/projectHooks";

export type Workflow = FunctionReturnType<typeof api.workflows.dashboard.get>;

interface Workflows {
  all: readonly Workflow[];
  isLoading: boolean;
  /** Choices for a form: only enabled workflows can be used. */
  choices: { value: string; label: string }[];
  nameOf: (id: string) => string;
}

export function useWorkflows(): Workflows {
  const { results: all, status } = useProjectList(api.workflows.dashboard.list, {}, 100);
  const isLoading = status === "LoadingFirstPage";
  return {
    all,
    isLoading,
    choices: all.filter(({ isEnabled }) => isEnabled).map(({ id, name }) => ({ value: id, label: name })),
    nameOf: (id) => all.find((workflow) => workflow.id === id)?.name ?? (isLoading ? "" : "A deleted workflow"),
  };
}
