// What became of the pull requests of the runs of each day, as a sentence, as bars and as a table.
import { useId, useState } from "react";
import table from "../../parts/Table.module.css";
import { DayBars } from "./DayBars";
import { daysBetween, dayOf } from "./periods";
import type { OutcomeDay } from "./useOutcomes";
import style from "./UsagePage.module.css";

/** What can have become of a request, with the place of its colour. */
const states = [
  { state: "merged", name: "Merged", place: 2 },
  { state: "closed", name: "Closed", place: 3 },
  { state: "open", name: "Open", place: 5 },
] as const;

export function OutcomesByDay({ days, startDate }: { days: readonly OutcomeDay[]; startDate: string }) {
  const text = useId();
  const [isTable, setTable] = useState(false);
  const total = (state: (typeof states)[number]["state"]) => days.reduce((sum, day) => sum + day[state], 0);
  const bands = states
    .filter(({ state }) => total(state) > 0)
    .map(({ state, name, place }) => ({ name, place, amounts: new Map(days.map((day) => [day.date, day[state]])) }));
  return (
    <div className={style.chart}>
      <p id={text} className={style.sentence}>
        {sentenceOf(total("merged"), total("closed"), total("open"))}
      </p>
      {bands.length > 0 && (
        <>
          <DayBars
            dates={daysBetween(startDate, dayOf(Date.now()))}
            bands={bands}
            most={Math.max(...days.map(({ merged, closed, open }) => merged + closed + open))}
            describedBy={text}
            textOf={String}
          />
          <details open={isTable} onToggle={(event) => setTable(event.currentTarget.open)}>
            <summary className={style.summary}>Show outcomes as a table</summary>
            {isTable && <Days days={days} />}
          </details>
        </>
      )}
    </div>
  );
}

function sentenceOf(merged: number, closed: number, open: number): string {
  const ended = merged + closed;
  if (ended + open === 0) return "No run of this period has a pull request yet.";
  const stillOpen = open === 0 ? "none is open" : `${open} ${open === 1 ? "is" : "are"} open`;
  if (ended === 0) return `No pull request has ended yet; ${stillOpen}.`;
  return `${merged} of ${ended} pull requests that have ended ${merged === 1 ? "is" : "are"} merged; ${stillOpen}.`;
}

function Days({ days }: { days: readonly OutcomeDay[] }) {
  return (
    <table className={table.table}>
      <thead>
        <tr className={table.names}>
          <th>Day of the run</th>
          <th className={table.end}>Runs</th>
          {states.map(({ state, name }) => (
            <th key={state} className={table.end}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.map((day) => (
          <tr key={day.date} className={table.row}>
            <td>{day.date}</td>
            <td className={table.end} data-label="Runs">
              {day.runs}
            </td>
            {states.map(({ state, name }) => (
              <td key={state} className={table.end} data-label={name}>
                {day[state]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
