// When a task starts its next runs, in the zones of the person and of the task.
import { hereZone, zoneText } from "./schedule";
import type { TaskDetail } from "./schedule";
import style from "./NextTimes.module.css";

export function NextTimes({ task: { nextRuns, timezone } }: { task: TaskDetail }) {
  if (nextRuns.length === 0) return <p>It starts no run while it is off.</p>;
  const isElsewhere = timezone !== hereZone;
  return (
    <div className={style.scroll}>
      <table className={style.times}>
        <thead>
          <tr>
            <th>Your time, {hereZone}</th>
            {isElsewhere && <th>Its time, {timezone}</th>}
          </tr>
        </thead>
        <tbody>
          {nextRuns.map((at) => (
            <tr key={at}>
              <td>
                <time dateTime={at}>{zoneText(at, hereZone)}</time>
              </td>
              {isElsewhere && <td>{zoneText(at, timezone)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
