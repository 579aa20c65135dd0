// How far an action on many runs has come, until it is over. Notices say what became of it.
import { useEffect } from "react";
import { api } from "#convex/_generated/api";
import { showNotice } from "../../feedback/notices";
import { useProjectMutation, useProjectQuery } from "../../live/projectHooks";
import { usePerform } from "../../live/usePerform";
import { bottomBar } from "../../parts/bottomBars";
import { Button } from "../../parts/Button";
import style from "./BulkProgress.module.css";

export interface AskedBulk {
  id: string;
  /** What has happened to the runs, such as “cancelled”. */
  done: string;
}

/** Few runs are changed at once, and nobody could read a bar that soon. */
const fewRuns = 20;

export function BulkProgress({ asked: { id, done }, onEnd }: { asked: AskedBulk; onEnd: () => void }) {
  const found = useProjectQuery(api.bulkActions.dashboard.get, { id });
  const stop = useProjectMutation(api.bulkActions.dashboard.stop);
  const { perform } = usePerform();
  const bulk = found.kind === "ready" ? found.value : null;
  useEffect(() => {
    if (bulk === null || bulk.status === "running") return;
    if (bulk.done > 0) showNotice({ tone: "good", text: `${runsText(bulk.done)} ${done}.` });
    if (bulk.skipped > 0) {
      showNotice({ tone: "bad", text: `${runsText(bulk.skipped)} skipped: the state did not allow it.` });
    }
    if (bulk.matched === 0) showNotice({ tone: "bad", text: "No run matches any more." });
    onEnd();
  }, [bulk, done, onEnd]);
  if (bulk === null || bulk.matched <= fewRuns) return null;
  const behind = bulk.done + bulk.skipped;
  return (
    <div className={style.bar} {...bottomBar} role="status">
      <progress aria-label={`Runs ${done}`} max={bulk.matched} value={behind} />
      <span>
        {behind} of {runsText(bulk.matched)}
        {bulk.isSearching ? " found so far" : ""}
      </span>
      <Button look="bare" onClick={() => void perform(() => stop({ id }))}>
        Stop
      </Button>
    </div>
  );
}

function runsText(count: number): string {
  return `${count} ${count === 1 ? "run" : "runs"}`;
}
