// All sprint chains, live and newest first.
import type { ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { api } from "../../../../convex/_generated/api";
import { useHref } from "../../app/project";
import { RunOf } from "../../domain/runs/RunOf";
import { useProjectList } from "../../live/useProjectQuery";
import { Empty } from "../../parts/Empty";
import { Loading } from "../../parts/Loading";
import { MoreRows } from "../../parts/MoreRows";
import { Progress } from "../../parts/Progress";
import { Status } from "../../parts/Status";
import table from "../../parts/Table.module.css";
import { Ago } from "../../parts/Time";
import { useRowKeys } from "../../parts/useRowKeys";
import { sprintCount, sprintsDone, titleOfPrompt } from "./sprints";

export function SprintChains({ create }: { create: ReactNode }) {
  const { results, status, loadMore } = useProjectList(api.sprintChains.dashboard.list, {});
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
      <Empty title="No sprint chains yet" action={create}>
        A sprint chain repeats one prompt for each sprint of a range. Every sprint begins where the former one ended.
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
                  <bdi>{titleOfPrompt(chain.prompt)}</bdi>
                </Link>
                <span className={table.below}>
                  Sprints {chain.sprintRange[0]} to {chain.sprintRange[1]}
                </span>
              </td>
              <td className={table.state}>
                <Status of={chain.status} />
              </td>
              <td className={table.some}>
                <Progress done={sprintsDone(chain)} all={sprintCount(chain)} />
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
