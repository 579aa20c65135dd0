// Runs that no runner has begun, the newest first.
import { Link } from "wouter";
import { api } from "../../../../convex/_generated/api";
import { useHref } from "../../app/project";
import { waitingText } from "../../domain/runs/waitingText";
import { useProjectList } from "../../live/useProjectQuery";
import { Loading } from "../../parts/Loading";
import { MoreRows } from "../../parts/MoreRows";
import table from "../../parts/Table.module.css";
import { Ago } from "../../parts/Time";

export function WaitingRuns({ hasRunner }: { hasRunner: boolean }) {
  const href = useHref();
  const { results, status, loadMore } = useProjectList(api.runs.dashboard.list, { status: "pending" }, 25);
  if (status === "LoadingFirstPage") return <Loading rows={3} />;
  if (results.length === 0) return <p>Nothing waits for a runner.</p>;
  return (
    <>
      <table className={table.table}>
        <thead>
          <tr className={table.names}>
            <th>Run</th>
            <th className={table.some}>Waits for</th>
            <th className={table.end}>Made</th>
          </tr>
        </thead>
        <tbody>
          {results.map(({ id, runNumber, name, waiting, createdAt }) => (
            <tr key={id} className={table.row}>
              <td className={table.main}>
                <Link href={href(`runs/${runNumber}`)}>
                  {runNumber} <bdi>{name}</bdi>
                </Link>
              </td>
              <td className={table.some}>
                {waiting !== null ? waitingText(waiting) : hasRunner ? "A runner that has time" : "A runner"}
              </td>
              <td className={table.end}>
                <Ago at={createdAt} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <MoreRows hasMore={status === "CanLoadMore"} onMore={() => loadMore(25)} />
    </>
  );
}
