// Chains of one kind, live and newest first.
import type { ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { useProjectHref } from "../../project/project";
import { RunLink } from "../../domain/runs/RunLink";
import { EachRow, idOf } from "../../parts/EachRow";
import { Loading } from "../../parts/Loading";
import { MoreRows } from "../../parts/MoreRows";
import { ProgressBar } from "../../parts/ProgressBar";
import table from "../../parts/Table.module.css";
import { TimeAgo } from "../../parts/Time";
import { useRowNavigation } from "../../parts/useRowNavigation";
import { ChainStatus } from "./ChainStatus";

interface Chain {
  id: string;
  status: string;
  error: string | null;
  activeRunId: string | null;
  createdAt: string;
}

interface Props<Listed extends Chain> {
  list: { results: readonly Listed[]; status: string; loadMore: (count: number) => void };
  /** What differs between the kinds. */
  describe: (chain: Listed) => { name: string; below?: string; done: number; all: number };
  /** Stands there while no chain exists. */
  empty: ReactNode;
}

export function ChainTable<Listed extends Chain>({
  list: { results, status, loadMore },
  describe,
  empty,
}: Props<Listed>) {
  if (status === "LoadingFirstPage") return <Loading />;
  if (results.length === 0) return empty;
  return (
    <>
      <Rows chains={results} describe={describe} />
      <MoreRows hasMore={status === "CanLoadMore"} onMore={() => loadMore(50)} />
    </>
  );
}

function Rows<Listed extends Chain>({
  chains,
  describe,
}: { chains: readonly Listed[] } & Pick<Props<Listed>, "describe">) {
  const href = useProjectHref();
  const [, navigate] = useLocation();
  const { rowProps } = useRowNavigation(
    chains.map(({ id }) => id),
    "chain",
    (id) => navigate(href(`chains/${id}`)),
  );
  return (
    <table className={table.table}>
      <thead>
        <tr className={table.names}>
          <th>Chain</th>
          <th className={table.state}>State</th>
          <th className={table.some}>Done</th>
          <th className={`${table.some} ${table.minor}`}>Now</th>
          <th className={table.end}>Created</th>
        </tr>
      </thead>
      <tbody>
        <EachRow items={chains} keyOf={idOf} as="tr">
          {(chain) => {
            const { id, error, activeRunId, createdAt } = chain;
            const { name, below, done, all } = describe(chain);
            return (
              <tr className={table.row} {...rowProps(id)}>
                <td className={table.main}>
                  <Link href={href(`chains/${id}`)}>
                    <bdi>{name}</bdi>
                  </Link>
                  {below !== undefined && <span className={table.below}>{below}</span>}
                </td>
                <td className={table.state}>
                  <ChainStatus chain={chain} />
                </td>
                <td className={table.some} data-label="Done">
                  <ProgressBar done={done} total={all} />
                </td>
                <td className={`${table.some} ${table.minor}`} title={error ?? undefined}>
                  {activeRunId === null ? error : <RunLink runId={activeRunId} />}
                </td>
                <td className={table.end} data-label="Created">
                  <TimeAgo at={createdAt} />
                </td>
              </tr>
            );
          }}
        </EachRow>
      </tbody>
    </table>
  );
}
