// The questions of the run, answered in place. Those that are over are one press away.
import { useState } from "react";
import { api } from "#convex/_generated/api";
import { RunQuestion } from "../../domain/questions/RunQuestion";
import { useHiddenIds, useUndoShortcut } from "../../live/undo";
import { useProjectList } from "../../live/projectHooks";
import { Button } from "../../parts/Button";
import { useMovedRowGuard } from "../../parts/useMovedRowGuard";
import type { Run } from "./useRun";
import style from "./RunSidebar.module.css";

export function RunQuestions({ run }: { run: Run }) {
  const { results, status, loadMore } = useProjectList(api.runQuestions.dashboard.list, { runId: run.id }, 20);
  const [isAll, setAll] = useState(false);
  const hiddenIds = useHiddenIds();
  useUndoShortcut();
  const open = results.filter(({ id, status }) => status === "waiting" && !hiddenIds.includes(id));
  const closed = results.filter((question) => question.status !== "waiting");
  const clickGuard = useMovedRowGuard(open.map(({ id }) => id));
  if (results.length === 0) return null;
  return (
    <section className={style.questions} aria-label="Questions" {...clickGuard}>
      {open.map((question, index) => (
        <RunQuestion key={question.id} question={question} hasShortcuts={index === 0} />
      ))}
      {closed.length > 0 && (
        <div>
          <Button look="bare" aria-expanded={isAll} onClick={() => setAll(!isAll)}>
            {isAll ? "Hide" : "Show"} {closed.length} {closed.length === 1 ? "earlier question" : "earlier questions"}
          </Button>
        </div>
      )}
      {isAll && closed.map((question) => <RunQuestion key={question.id} question={question} hasShortcuts={false} />)}
      {isAll && status === "CanLoadMore" && <Button onClick={() => loadMore(20)}>Show more</Button>}
    </section>
  );
}
