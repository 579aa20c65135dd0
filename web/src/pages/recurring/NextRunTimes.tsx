// When a task starts its next runs, in the zones of the person and of the task.
import { localTimeZone } from "../../domain/times/localTimeZone";
import { timeTextIn } from "./schedule";
import type { TaskDetail } from "./schedule";
import style from "./NextRunTimes.module.css";

export function NextRunTimes({ task: { nextRuns, timezone } }: { task: TaskDetail }) {
  if (nextRuns.length === 0) return <p>It starts no runs while it is disabled.</p>;
  const isElsewhere = timezone !== localTimeZone;
  return (
    <div className={style.scroll}>
      <table className={style.times}>
        <thead>
          <tr>
            <th>Your time, {localTimeZone}</th>
            {isElsewhere && <th>Its time, {timezone}</th>}
          </tr>
        </thead>
        <tbody>
          {nextRuns.map((at) => (
            <tr key={at}>
              <td>
                <time dateTime={at}>{timeTextIn(at, localTimeZone)}</time>
              </td>
              {isElsewhere && <td>{timeTextIn(at, timezone)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
