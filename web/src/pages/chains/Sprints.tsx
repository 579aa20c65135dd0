// The sprints of a chain in their order.
import { useLocation } from "wouter";
import { api } from "../../../../convex/_generated/api";
import { useHref } from "../../project/project";
import { RunOf } from "../../domain/runs/RunOf";
import { useProjectQuery } from "../../live/useProjectQuery";
import { EachRow } from "../../parts/EachRow";
import { OutsideLink } from "../../parts/OutsideLink";
import { Status } from "../../parts/Status";
import { useRowKeys } from "../../parts/useRowKeys";
import type { SprintChain } from "./SprintChainPage";
import style from "./Links.module.css";

export function Sprints({ sprints }: { sprints: SprintChain["sprints"] }) {
  const runOf = new Map(sprints.map(({ sprint, runId }) => [String(sprint), runId]));
  const { chosen, rowProps } = useRowKeys([...runOf.keys()], "sprint", (id) => setOpened(id));
  const { open: setOpened } = useOpenRun(chosen === null ? null : (runOf.get(chosen) ?? null));
  return (
    <ol className={style.links}>
      <EachRow of={sprints} keyOf={({ sprint }) => String(sprint)} as="li">
        {({ sprint, status, runId, prUrl }) => (
          <li
            className={style.link}
            data-unnumbered
            data-state={status === "completed" ? "done" : undefined}
            {...rowProps(String(sprint))}
          >
            <span className={style.title}>Sprint {sprint}</span>
            <span className={style.run}>
              {prUrl !== null && <OutsideLink href={prUrl}>Pull request</OutsideLink>}
              {runId === null ? <Status of={status} /> : <RunOf runId={runId} />}
            </span>
          </li>
        )}
      </EachRow>
    </ol>
  );
}

/** Opens the run of the chosen sprint. Its page is named by its number, which only the run itself knows. */
function useOpenRun(runId: string | null): { open: (id: string) => void } {
  const href = useHref();
  const [, navigate] = useLocation();
  const found = useProjectQuery(api.runs.dashboard.get, runId === null ? "skip" : { id: runId });
  return {
    open() {
      if (found.kind === "shown") navigate(href(`runs/${found.value.runNumber}`));
    },
  };
}
