// Chains of one kind, live and newest first.
import type { ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { useHref } from "../../project/project";
import { RunOf } from "../../domain/runs/RunOf";
import { EachRow, ownId } from "../../parts/EachRow";
import { Loading } from "../../parts/Loading";
import { MoreRows } from "../../parts/MoreRows";
import { Progress } from "../../parts/Progress";
import { Status } from "../../parts/Status";
import table from "../../parts/Table.module.css";
import { Ago } from "../../parts/Time";
import { useRowKeys } from "../../parts/useRowKeys";

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
  shown: (chain: Listed) => { name: string; below?: string; done: number; all: number };
  /** Stands there while no chain exists. */
  none: ReactNode;
}

export function ChainList<Listed extends Chain>({ list: { results, status, loadMore }, shown, none }: Props<Listed>) {
  if (status === "LoadingFirstPage") return <Loading />;
  if (results.length === 0) return none;
  return (
    <>
      <Rows chains={results} shown={shown} />
      <MoreRows hasMore={status === "CanLoadMore"} onMore={() => loadMore(50)} />
    </>
  );
}

function Rows<Listed extends Chain>({ chains, shown }: { chains: readonly Listed[] } & Pick<Props<Listed>, "shown">) {
  const href = useHref();
  const [, navigate] = useLocation();
  const { rowProps } = useRowKeys(
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
          <th className={table.end}>Made</th>
        </tr>
      </thead>
      <tbody>
        <EachRow of={chains} keyOf={ownId} as="tr">
          {(chain) => {
            const { id, status, error, activeRunId, createdAt } = chain;
            const { name, below, done, all } = shown(chain);
            return (
              <tr className={table.row} {...rowProps(id)}>
                <td className={table.main}>
                  <Link href={href(`chains/${id}`)}>
                    <bdi>{name}</bdi>
                  </Link>
                  {below !== undefined && <span className={table.below}>{below}</span>}
                </td>
                <td className={table.state}>
                  <Status of={status} />
                </td>
                <td className={table.some} data-label="Done">
                  <Progress done={done} all={all} />
                </td>
                <td className={`${table.some} ${table.minor}`} title={error ?? undefined}>
                  {activeRunId === null ? error : <RunOf runId={activeRunId} />}
                </td>
                <td className={table.end} data-label="Made">
                  <Ago at={createdAt} />
                </td>
              </tr>
            );
          }}
        </EachRow>
      </tbody>
    </table>
  );
}
