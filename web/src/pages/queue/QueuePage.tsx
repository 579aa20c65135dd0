// The runs that wait, in the order in which they would start, and how many wait for what.
import type { FunctionReturnType } from "convex/server";
import { Link } from "wouter";
import { api } from "#convex/_generated/api";
import { useProjectHref } from "../../project/project";
import { useProjectQuery } from "../../live/projectHooks";
import { EachRow } from "../../parts/EachRow";
import { Fact, Facts } from "../../parts/Facts";
import { EmptyState } from "../../parts/EmptyState";
import { Loaded } from "../../parts/Loaded";
import { PageHeader } from "../../parts/PageHeader";
import table from "../../parts/Table.module.css";
import { useRowNavigation } from "../../parts/useRowNavigation";
import type { ListRowProps } from "../../parts/useRowNavigation";
import { useWaitingText } from "../../domain/runs/useWaitingText";
import style from "./QueuePage.module.css";

type Queue = FunctionReturnType<typeof api.waitingRuns.dashboard.list>;
type WaitingRun = Queue["data"][number];
type Reason = keyof Queue["counts"];

/** The most that the service lists at once. */
const shown = 100;

const reasonTexts: Record<Reason, string> = {
  runner: "For a runner",
  concurrency: "For a free slot",
  conflict: "For a run with their key",
  budget: "For a budget",
  provider: "For a provider",
  retry: "To be tried again",
  schedule: "For their time",
};
const reasons = Object.keys(reasonTexts) as Reason[];

export default function QueuePage() {
  const found = useProjectQuery(api.waitingRuns.dashboard.list, { limit: shown });
  return (
    <>
      <PageHeader title="Queue" />
      <Loaded result={found}>{(queue) => (queue.data.length === 0 ? <NothingWaits /> : <Rows queue={queue} />)}</Loaded>
    </>
  );
}

function NothingWaits() {
  return (
    <EmptyState title="No runs are waiting">A run that cannot begin yet is here, with what it waits for.</EmptyState>
  );
}

function Rows({ queue: { counts, data, hasMore } }: { queue: Queue }) {
  const { rowProps } = useRowNavigation(
    data.map(({ runId }) => runId),
    "run",
  );
  return (
    <>
      <Facts>
        {reasons
          .filter((reason) => counts[reason] > 0)
          .map((reason) => (
            <Fact key={reason} name={reasonTexts[reason]}>
              {counts[reason]}
            </Fact>
          ))}
      </Facts>
      <table className={table.table}>
        <thead>
          <tr className={table.names}>
            <th>Run</th>
            <th className={table.some}>Reason</th>
            <th className={table.end}>Priority</th>
          </tr>
        </thead>
        <tbody>
          <EachRow items={data} keyOf={({ runId }) => runId} as="tr">
            {(run, index) => <Row run={run} place={index + 1} rowProps={rowProps(run.runId)} />}
          </EachRow>
        </tbody>
      </table>
      {hasMore && <p className={style.note}>The first {shown} are shown.</p>}
    </>
  );
}

interface RowProps {
  run: WaitingRun;
  place: number;
  rowProps: ListRowProps;
}

function Row({ run, place, rowProps }: RowProps) {
  const href = useProjectHref();
  const { runNumber, name, workflowName, priority, conflictKey, waiting } = run;
  const reason = useWaitingText({ status: waiting.reason === "schedule" ? "scheduled" : "pending", waiting });
  return (
    <tr className={table.row} {...rowProps}>
      <td className={table.main}>
        {place}.{" "}
        <Link href={href(`runs/${runNumber}`)}>
          <bdi>{name}</bdi>
        </Link>
        <span className={table.below}>
          {workflowName}
          {conflictKey !== null && `, conflict key ${conflictKey}`}
        </span>
      </td>
      <td className={`${table.some} ${style.reason}`}>{reason}</td>
      <td className={table.end} data-label="Priority">
        {priority}
      </td>
    </tr>
  );
}
