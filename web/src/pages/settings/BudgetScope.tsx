// What a budget is for, in words that lead there.
import { Link } from "wouter";
import { api } from "#convex/_generated/api";
import { sprintChainName } from "../../domain/chains/sprintChainName";
import { RunLink } from "../../domain/runs/RunLink";
import { useProjectHref } from "../../project/project";
import { useProjectQuery } from "../../live/projectHooks";
import type { LiveResult } from "../../live/useLiveQuery";
import type { Budget } from "./budgets";

export function BudgetScope({ scope: { type, id } }: Pick<Budget, "scope">) {
  if (id === null) return <>All runs of the project</>;
  switch (type) {
    case "project":
      return <>All runs of the project</>;
    case "workflow":
      return <WorkflowScope id={id} />;
    case "recurringTask":
      return <TaskScope id={id} />;
    case "sprintChain":
      return <SprintChainScope id={id} />;
    case "workChain":
      return <WorkChainScope id={id} />;
    case "run":
      return <RunLink runId={id} showsName />;
  }
}

function WorkflowScope({ id }: { id: string }) {
  const found = useProjectQuery(api.workflows.dashboard.get, { id });
  return <Named kind="Workflow" page={`workflows/${id}`} found={found} nameOf={({ name }) => name} />;
}

function TaskScope({ id }: { id: string }) {
  const found = useProjectQuery(api.recurringTasks.dashboard.get, { id });
  return <Named kind="Recurring task" page={`recurring/${id}`} found={found} nameOf={({ title }) => title} />;
}

function SprintChainScope({ id }: { id: string }) {
  const found = useProjectQuery(api.sprintChains.dashboard.get, { id });
  return <Named kind="Sprint chain" page={`chains/${id}`} found={found} nameOf={sprintChainName} />;
}

function WorkChainScope({ id }: { id: string }) {
  const found = useProjectQuery(api.workChains.dashboard.get, { id });
  return <Named kind="Work chain" page={`chains/${id}`} found={found} nameOf={({ title }) => title} />;
}

interface NamedProps<Thing> {
  kind: string;
  page: string;
  found: LiveResult<Thing>;
  nameOf: (thing: Thing) => string;
}

function Named<Thing>({ kind, page, found, nameOf }: NamedProps<Thing>) {
  const href = useProjectHref();
  switch (found.kind) {
    case "loading":
      return <>{kind}</>;
    case "error":
      return <>{kind} that is deleted</>;
    case "ready":
      return (
        <>
          {kind}{" "}
          <Link href={href(page)}>
            <bdi>{nameOf(found.value)}</bdi>
          </Link>
        </>
      );
  }
}
