// What each model and service cost, of the newest records of usage of the period. The page says how many it has read.
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../../convex/_generated/api";
import { useProjectList } from "../../live/useProjectQuery";
import { Loading } from "../../parts/Loading";
import { Money } from "../../parts/Money";
import { Button } from "../../parts/Button";
import { groupedBy } from "../../parts/groups";
import { Shares } from "./Shares";
import style from "./UsagePage.module.css";

type Usage = FunctionReturnType<typeof api.usage.dashboard.list>["page"][number];

export function BySource({ startDate }: { startDate: string }) {
  const { results, status, loadMore } = useProjectList(api.usage.dashboard.list, { startDate }, 100);
  if (status === "LoadingFirstPage") return <Loading rows={3} />;
  const groups = [...groupedBy(results, ({ model, service }) => model ?? service)].map(([name, records]) => ({
    name,
    value: sum(records, ({ costUsd }) => costUsd),
    shown: (
      <Money usd={sum(records, ({ costUsd }) => costUsd)} unrated={records.filter(({ rated }) => !rated).length} />
    ),
    tokens: sum(
      records,
      ({ inputTokens, outputTokens, cacheReadTokens }) => inputTokens + outputTokens + cacheReadTokens,
    ),
  }));
  const isWhole = status === "Exhausted";
  return (
    <>
      <Shares of={groups} what="Model or service" />
      {!isWhole && (
        <p className={style.sentence}>
          This counts the newest {results.length} records.{" "}
          <Button look="bare" disabled={status === "LoadingMore"} onClick={() => loadMore(100)}>
            Read more
          </Button>
        </p>
      )}
    </>
  );
}

function sum(records: readonly Usage[], of: (record: Usage) => number): number {
  return records.reduce((total, record) => total + of(record), 0);
}
