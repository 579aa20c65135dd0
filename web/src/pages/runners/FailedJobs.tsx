// What has failed for good, with the reason. It starts again when somebody who has mended the cause asks for it.
import { api } from "#convex/_generated/api";
import { useProjectList, useProjectMutation } from "../../live/projectHooks";
import { usePerform } from "../../live/usePerform";
import { useHasPermission } from "../../project/project";
import { Button } from "../../parts/Button";
import { EachRow, idOf } from "../../parts/EachRow";
import { MoreRows } from "../../parts/MoreRows";
import { Section } from "../../parts/Section";
import table from "../../parts/Table.module.css";
import { TimeAgo } from "../../parts/Time";
import { JobLink } from "./JobLink";
import type { Job } from "./JobLink";

export function FailedJobs() {
  const { results, status, loadMore } = useProjectList(api.jobs.dashboard.list, { status: "failed" }, 25);
  if (results.length === 0) return null;
  return (
    <Section title="Failed for good">
      <Rows jobs={results} />
      <MoreRows hasMore={status === "CanLoadMore"} onMore={() => loadMore(25)} />
    </Section>
  );
}

function Rows({ jobs }: { jobs: readonly Job[] }) {
  const mayWrite = useHasPermission("work:write");
  return (
    <table className={table.table}>
      <thead>
        <tr className={table.names}>
          <th>Work</th>
          <th className={table.some}>Error</th>
          <th className={table.end}>Failed</th>
          {mayWrite && <th className={table.end}>Actions</th>}
        </tr>
      </thead>
      <tbody>
        <EachRow items={jobs} keyOf={idOf} as="tr">
          {(job) => (
            <tr className={table.row}>
              <td className={table.main}>
                <JobLink job={job} showsName />
              </td>
              <td className={table.some} dir="auto">
                {job.error}
              </td>
              <td className={table.end}>{job.endedAt !== null && <TimeAgo at={job.endedAt} />}</td>
              {mayWrite && (
                <td className={table.end}>
                  <TryAgain jobId={job.id} />
                </td>
              )}
            </tr>
          )}
        </EachRow>
      </tbody>
    </table>
  );
}

function TryAgain({ jobId }: { jobId: string }) {
  const redrive = useProjectMutation(api.jobs.dashboard.redrive);
  const { perform, isPending } = usePerform();
  return (
    <Button disabled={isPending} onClick={() => void perform(() => redrive({ jobId }), "It waits for a runner again.")}>
      Try again
    </Button>
  );
}
