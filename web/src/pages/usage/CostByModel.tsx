// What each model and service cost, of the newest records of usage of the period. The page says how many it has read.
import type { FunctionReturnType } from "convex/server";
import { api } from "#convex/_generated/api";
import { useProjectList } from "../../live/projectHooks";
import { Loading } from "../../parts/Loading";
import { Money } from "../../parts/Money";
import { groupBy } from "../../parts/groupBy";
import { NewestOnlyNote } from "./NewestOnlyNote";
import { CostShares } from "./CostShares";

type Usage = FunctionReturnType<typeof api.usage.dashboard.list>["page"][number];

export function CostByModel({ startDate }: { startDate: string }) {
  const list = useProjectList(api.usage.dashboard.list, { startDate }, 100);
  if (list.status === "LoadingFirstPage") return <Loading rows={3} />;
  const groups = [...groupBy(list.results, ({ model, service }) => model ?? service)].map(([name, records]) => ({
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
  return (
    <>
      <CostShares shares={groups} what="Model or service" />
      <NewestOnlyNote what="records" list={list} />
    </>
  );
}

function sum(records: readonly Usage[], of: (record: Usage) => number): number {
  return records.reduce((total, record) => total + of(record), 0);
}
