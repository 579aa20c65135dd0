// What no runner has begun yet. What has waited longest comes first.
import { api } from "#convex/_generated/api";
import { useProjectList } from "../../live/projectHooks";
import { EachRow, idOf } from "../../parts/EachRow";
import { Loading } from "../../parts/Loading";
import { MoreRows } from "../../parts/MoreRows";
import table from "../../parts/Table.module.css";
import { TimeAgo, useNow } from "../../parts/Time";
import { JobLink } from "./JobLink";
import type { Job } from "./JobLink";
import { unclaimedJobText } from "../../domain/runners/runner";
import { useAskingRuns } from "../../domain/runners/useAskingRuns";
import type { Runner } from "../../domain/runners/runner";

export function WaitingJobs({ runners }: { runners: readonly Runner[] }) {
  const { results, status, loadMore } = useProjectList(api.jobs.dashboard.list, { status: "queued" }, 25);
  if (status === "LoadingFirstPage") return <Loading rows={3} />;
  if (results.length === 0) return <p>Nothing is waiting for a runner.</p>;
  return (
    <>
      <table className={table.table}>
        <thead>
          <tr className={table.names}>
            <th>Work</th>
            <th className={table.some}>Reason</th>
          </tr>
        </thead>
        <tbody>
          <EachRow items={results} keyOf={idOf} as="tr">
            {(job) => (
              <tr className={table.row}>
                <td className={table.main}>
                  <JobLink job={job} showsName />
                </td>
                <td className={table.some}>
                  <Reason job={job} runners={runners} />
                </td>
              </tr>
            )}
          </EachRow>
        </tbody>
      </table>
      <MoreRows hasMore={status === "CanLoadMore"} onMore={() => loadMore(25)} />
    </>
  );
}

/** A job that failed is tried again after a while, and a runner may defer one. */
function Reason({ job: { kind, availableAt, error }, runners }: { job: Job; runners: readonly Runner[] }) {
  const now = useNow(10_000);
  const askingRuns = useAskingRuns();
  if (availableAt !== null && Date.parse(availableAt) > now) {
    return (
      <span title={error ?? undefined}>
        Retries <TimeAgo at={availableAt} />
      </span>
    );
  }
  return unclaimedJobText(kind, runners, now, askingRuns);
}
