// What the runs of each workflow cost, of the newest runs of the period.
import { api } from "../../../../convex/_generated/api";
import { useProjectList } from "../../live/useProjectQuery";
import { Button } from "../../parts/Button";
import { groupedBy } from "../../parts/groups";
import { Loading } from "../../parts/Loading";
import { Money } from "../../parts/Money";
import { Shares } from "./Shares";
import style from "./UsagePage.module.css";

export function ByWorkflow({ since }: { since: number }) {
  // The bound is exclusive.
  const asked = { createdAfter: since - 1 };
  const { results, status, loadMore } = useProjectList(api.runs.dashboard.list, asked, 100);
  if (status === "LoadingFirstPage") return <Loading rows={3} />;
  const groups = [...groupedBy(results, ({ workflow }) => workflow.name)].map(([name, runs]) => {
    const usd = runs.reduce((total, { costUsd }) => total + costUsd, 0);
    const unrated = runs.reduce((total, { unratedRecords }) => total + unratedRecords, 0);
    return { name, value: usd, shown: <Money usd={usd} unrated={unrated} />, runs: runs.length };
  });
  return (
    <>
      <Shares of={groups} what="Workflow" />
      {status !== "Exhausted" && (
        <p className={style.sentence}>
          This counts the newest {results.length} runs.{" "}
          <Button look="bare" disabled={status === "LoadingMore"} onClick={() => loadMore(100)}>
            Read more
          </Button>
        </p>
      )}
    </>
  );
}
