// The questions of the run, answered in place. Those that are over are one press away.
import { useState } from "react";
import { api } from "../../../../convex/_generated/api";
import { RunQuestion } from "../../domain/questions/RunQuestion";
import { useGone, useTakeBack } from "../../live/held";
import { useProjectList } from "../../live/useProjectQuery";
import { Button } from "../../parts/Button";
import { useSteadyClicks } from "../../parts/useSteadyClicks";
import type { Run } from "./useRun";
import style from "./RunSide.module.css";

export function RunQuestions({ run }: { run: Run }) {
  const { results, status, loadMore } = useProjectList(api.runQuestions.dashboard.list, { runId: run.id }, 20);
  const [isAll, setAll] = useState(false);
  const gone = useGone();
  useTakeBack();
  const open = results.filter(({ id, status }) => status === "waiting" && !gone.includes(id));
  const over = results.filter((question) => question.status !== "waiting");
  const steadyClicks = useSteadyClicks(open.map(({ id }) => id));
  if (results.length === 0) return null;
  return (
    <section className={style.questions} aria-label="Questions" {...steadyClicks}>
      {open.map((question, place) => (
        <RunQuestion key={question.id} question={question} hasKeys={place === 0} />
      ))}
      {over.length > 0 && (
        <div>
          <Button look="bare" aria-expanded={isAll} onClick={() => setAll(!isAll)}>
            {isAll ? "Hide" : "Show"} {over.length} {over.length === 1 ? "earlier question" : "earlier questions"}
          </Button>
        </div>
      )}
      {isAll && over.map((question) => <RunQuestion key={question.id} question={question} hasKeys={false} />)}
      {isAll && status === "CanLoadMore" && <Button onClick={() => loadMore(20)}>Show more</Button>}
    </section>
  );
}
