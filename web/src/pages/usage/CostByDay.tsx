// Cost by day as bars, with the same as a table. The bars are plain SVG: nothing has to be loaded for them. They become
// as wide as the page; the dates below them are outside of it, so that they keep their size.
import { useId, useState } from "react";
import { Money, moneyText } from "../../parts/Money";
import table from "../../parts/Table.module.css";
import { daysBetween, dayOf } from "./periods";
import type { Day } from "./UsageTotals";
import style from "./UsagePage.module.css";

const height = 140;
const width = 900;
const dayName = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", timeZone: "UTC" });

export function CostByDay({ days, startDate }: { days: readonly Day[]; startDate: string }) {
  const text = useId();
  const [isTable, setTable] = useState(false);
  const byDate = new Map(days.map((day) => [day.date, day]));
  const dates = daysBetween(startDate, dayOf(Date.now()));
  const most = Math.max(...days.map(({ costUsd }) => costUsd), 0.01);
  const peak = days.find(({ costUsd }) => costUsd === most);
  const step = width / dates.length;
  return (
    <div className={style.chart}>
      <p id={text} className={style.sentence}>
        {peak === undefined
          ? "Nothing with a known price was used."
          : `The highest daily cost was ${moneyText(peak.costUsd)}, on ${dayName.format(Date.parse(peak.date))}.`}
      </p>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-labelledby={text}
        className={style.bars}
      >
        {dates.map((date, index) => {
          const cost = byDate.get(date)?.costUsd ?? 0;
          const size = Math.max(cost > 0 ? 2 : 0, (cost / most) * height);
          return (
            <rect
              key={date}
              x={index * step + step * 0.12}
              y={height - size}
              width={Math.min(step * 0.76, 40)}
              height={size}
              className={style.bar}
            >
              <title>{`${dayName.format(Date.parse(date))}: ${moneyText(cost)}`}</title>
            </rect>
          );
        })}
      </svg>
      <p className={style.ends} aria-hidden>
        <span>{dayName.format(Date.parse(dates[0] ?? startDate))}</span>
        <span>{dayName.format(Date.now())}</span>
      </p>
      <details open={isTable} onToggle={(event) => setTable(event.currentTarget.open)}>
        <summary className={style.summary}>Show as a table</summary>
        {isTable && <DayTable days={days} />}
      </details>
    </div>
  );
}

function DayTable({ days }: { days: readonly Day[] }) {
  return (
    <table className={table.table}>
      <thead>
        <tr className={table.names}>
          <th>Day</th>
          <th className={table.end}>Runs</th>
          <th className={table.end}>Completed</th>
          <th className={table.end}>Failed</th>
          <th className={table.end}>Tokens</th>
          <th className={table.end}>Cost</th>
        </tr>
      </thead>
      <tbody>
        {days.map(({ date, runsStarted, runsCompleted, runsFailed, tokens, costUsd, unratedRecords }) => (
          <tr key={date} className={table.row}>
            <td>{date}</td>
            <td className={table.end} data-label="Runs">
              {runsStarted}
            </td>
            <td className={table.end} data-label="Completed">
              {runsCompleted}
            </td>
            <td className={table.end} data-label="Failed">
              {runsFailed}
            </td>
            <td className={table.end} data-label="Tokens">
              {tokens.toLocaleString()}
            </td>
            <td className={table.end} data-label="Cost">
              <Money usd={costUsd} unrated={unratedRecords} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
