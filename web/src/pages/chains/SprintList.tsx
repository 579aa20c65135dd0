// The sprints of a chain in their order.
import { useLocation } from "wouter";
import { api } from "#convex/_generated/api";
import { useProjectHref } from "../../project/project";
import { RunLink } from "../../domain/runs/RunLink";
import { useProjectQuery } from "../../live/projectHooks";
import { EachRow } from "../../parts/EachRow";
import { ExternalLink } from "../../parts/ExternalLink";
import { Status } from "../../parts/Status";
import { useRowNavigation } from "../../parts/useRowNavigation";
import type { SprintChain } from "./SprintChainPage";
import style from "./ChainItems.module.css";

export function SprintList({ sprints }: { sprints: SprintChain["sprints"] }) {
  const runOf = new Map(sprints.map(({ sprint, runId }) => [String(sprint), runId]));
  const { chosen, rowProps } = useRowNavigation([...runOf.keys()], "sprint", (id) => setOpened(id));
  const { open: setOpened } = useOpenRun(chosen === null ? null : (runOf.get(chosen) ?? null));
  return (
    <ol className={style.links}>
      <EachRow items={sprints} keyOf={({ sprint }) => String(sprint)} as="li">
        {({ sprint, status, runId, prUrl }) => (
          <li
            className={style.link}
            data-unnumbered
            data-state={status === "completed" ? "done" : undefined}
            {...rowProps(String(sprint))}
          >
            <span className={style.title}>Sprint {sprint}</span>
            <span className={style.run}>
              {prUrl !== null && <ExternalLink href={prUrl}>Pull request</ExternalLink>}
              {runId === null ? <Status status={status} /> : <RunLink runId={runId} />}
            </span>
          </li>
        )}
      </EachRow>
    </ol>
  );
}

/** Opens the run of the chosen sprint. Its page is named by its number, which only the run itself knows. */
function useOpenRun(runId: string | null): { open: (id: string) => void } {
  const href = useProjectHref();
  const [, navigate] = useLocation();
  const found = useProjectQuery(api.runs.dashboard.get, runId === null ? "skip" : { id: runId });
  return {
    open() {
      if (found.kind === "ready") navigate(href(`runs/${found.value.runNumber}`));
    },
  };
}
