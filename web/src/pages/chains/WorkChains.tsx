// All work chains, live and newest first.
import type { ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { api } from "../../../../convex/_generated/api";
import { useHref } from "../../app/project";
import { useProjectList } from "../../live/useProjectQuery";
import { Empty } from "../../parts/Empty";
import { Loading } from "../../parts/Loading";
import { MoreRows } from "../../parts/MoreRows";
import { Progress } from "../../parts/Progress";
import { Status } from "../../parts/Status";
import table from "../../parts/Table.module.css";
import { Ago } from "../../parts/Time";
import { useRowKeys } from "../../parts/useRowKeys";
import { RunOf } from "../../domain/runs/RunOf";

export function WorkChains({ create }: { create: ReactNode }) {
  const { results, status, loadMore } = useProjectList(api.workChains.dashboard.list, {});
  const href = useHref();
  const [, navigate] = useLocation();
  const { rowProps } = useRowKeys(
    results.map(({ id }) => id),
    "chain",
    (id) => navigate(href(`chains/${id}`)),
  );
  if (status === "LoadingFirstPage") return <Loading />;
  if (results.length === 0) {
    return (
      <Empty title="No work chains yet" action={create}>
        A work chain takes open issues and works on one after the other, each in a run of its own on one branch.
      </Empty>
    );
  }
  return (
    <>
      <table className={table.table}>
        <thead>
          <tr className={table.names}>
            <th>Chain</th>
            <th className={table.state}>State</th>
            <th className={table.some}>Done</th>
            <th className={`${table.some} ${table.minor}`}>Now</th>
            <th className={table.end}>Made</th>
          </tr>
        </thead>
        <tbody>
          {results.map((chain) => (
            <tr key={chain.id} className={table.row} {...rowProps(chain.id)}>
              <td className={table.main}>
                <Link href={href(`chains/${chain.id}`)}>
                  <bdi>{chain.title}</bdi>
                </Link>
              </td>
              <td className={table.state}>
                <Status of={chain.status} />
              </td>
              <td className={table.some}>
                <Progress done={doneOf(chain)} all={chain.issueIds.length} />
              </td>
              <td className={`${table.some} ${table.minor}`} title={chain.error ?? undefined}>
                {chain.activeRunId === null ? chain.error : <RunOf runId={chain.activeRunId} />}
              </td>
              <td className={table.end}>
                <Ago at={chain.createdAt} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <MoreRows hasMore={status === "CanLoadMore"} onMore={() => loadMore(50)} />
    </>
  );
}

/** A completed chain has done all of its issues, whatever its index says. */
export function doneOf({
  status,
  currentIssueIndex,
  issueIds,
}: {
  status: string;
  currentIssueIndex: number;
  issueIds: readonly string[];
}): number {
  return status === "completed" ? issueIds.length : Math.min(currentIssueIndex, issueIds.length);
}
