// The steps over time, a bar for each, those of former attempts folded. All bars of an attempt have one scale, or
// those of each round when the attempt has rounds.
import { useState } from "react";
import { Button } from "../../../parts/Button";
import type { Run } from "../useRun";
import { AttemptTimeline } from "./AttemptTimeline";
import { useStatusChanges } from "./useStatusChanges";
import side from "../RunSidebar.module.css";
import style from "./Timeline.module.css";

/** Older attempts are behind a button. */
const shownFormer = 3;

export function Timeline({ run }: { run: Run }) {
  const statusChanges = useStatusChanges(run);
  const [isAll, setAll] = useState(false);
  const former = Array.from({ length: run.attempt - 1 }, (_, index) => run.attempt - 1 - index);
  const shown = isAll ? former : former.slice(0, shownFormer);
  return (
    <section className={side.section} aria-label="Steps">
      <h2>{run.attempt === 1 ? "Steps" : `Attempt ${run.attempt}`}</h2>
      <AttemptTimeline run={run} attempt={run.attempt} statusChanges={statusChanges} />
      {shown.map((attempt) => (
        <FormerAttempt key={attempt} run={run} attempt={attempt} statusChanges={statusChanges} />
      ))}
      {shown.length < former.length && (
        <div>
          <Button look="bare" onClick={() => setAll(true)}>
            {former.length - shown.length} earlier attempts
          </Button>
        </div>
      )}
    </section>
  );
}

function FormerAttempt(props: Parameters<typeof AttemptTimeline>[0]) {
  const [isOpen, setOpen] = useState(false);
  const last = props.statusChanges.findLast(({ attempt }) => attempt === props.attempt);
  return (
    <div>
      <button type="button" className={style.former} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Attempt {props.attempt}
        {last !== undefined && `, ${last.status}`}
      </button>
      {isOpen && <AttemptTimeline {...props} />}
    </div>
  );
}
