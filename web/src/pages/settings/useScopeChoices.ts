// The things of a project that a budget can be for: the newest hundred of the chosen kind.
import { api } from "#convex/_generated/api";
import { sprintChainName } from "../../domain/chains/sprintChainName";
import { useProjectList } from "../../live/projectHooks";
import type { ScopeType } from "./budgets";

interface Choice {
  value: string;
  label: string;
}

export function useScopeChoices(type: ScopeType): Choice[] {
  const asked = (other: ScopeType) => (type === other ? {} : "skip");
  const workflows = useProjectList(api.workflows.dashboard.list, asked("workflow"), 100).results;
  const tasks = useProjectList(api.recurringTasks.dashboard.list, asked("recurringTask"), 100).results;
  const sprintChains = useProjectList(api.sprintChains.dashboard.list, asked("sprintChain"), 100).results;
  const workChains = useProjectList(api.workChains.dashboard.list, asked("workChain"), 100).results;
  const runs = useProjectList(api.runs.dashboard.list, asked("run"), 100).results;
  switch (type) {
    case "project":
      return [];
    case "workflow":
      return workflows.map(({ id, name }) => ({ value: id, label: name }));
    case "recurringTask":
      return tasks.map(({ id, title }) => ({ value: id, label: title }));
    case "sprintChain":
      return sprintChains.map((chain) => ({ value: chain.id, label: sprintChainName(chain) }));
    case "workChain":
      return workChains.map(({ id, title }) => ({ value: id, label: title }));
    case "run":
      return runs.map(({ id, runNumber, name }) => ({ value: id, label: `Run ${runNumber}: ${name}` }));
  }
}
