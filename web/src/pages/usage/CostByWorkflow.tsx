// What the runs of each workflow cost, of the newest runs of the period.
import { api } from "#convex/_generated/api";
import { useProjectList } from "../../live/projectHooks";
import { groupBy } from "../../parts/groupBy";
import { Loading } from "../../parts/Loading";
import { Money } from "../../parts/Money";
import { NewestOnlyNote } from "./NewestOnlyNote";
import { CostShares } from "./CostShares";

export function CostByWorkflow({ since }: { since: number }) {
  // The bound is exclusive.
  const asked = { createdAfter: since - 1 };
  const list = useProjectList(api.runs.dashboard.list, asked, 100);
  if (list.status === "LoadingFirstPage") return <Loading rows={3} />;
  const groups = [...groupBy(list.results, ({ workflow }) => workflow.name)].map(([name, runs]) => {
    const usd = runs.reduce((total, { costUsd }) => total + costUsd, 0);
    const unrated = runs.reduce((total, { unratedRecords }) => total + unratedRecords, 0);
    return { name, value: usd, shown: <Money usd={usd} unrated={unrated} />, runs: runs.length };
  });
  return (
    <>
      <CostShares shares={groups} what="Workflow" />
      <NewestOnlyNote what="runs" list={list} />
    </>
  );
}
