// The same as the chart, and more, as a table for each day.
import { Money } from "../../parts/Money";
import table from "../../parts/Table.module.css";
import type { Day } from "./UsageTotals";

export function DayTable({ days }: { days: readonly Day[] }) {
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
