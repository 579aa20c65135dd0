// The columns that every table of usage ends with. Tokens are those of the totals above: without what a cache gave.
import { Count, Money } from "../../parts/Money";
import table from "../../parts/Table.module.css";
import type { UsageSum } from "./useUsageSums";

export function UsageHeads() {
  return (
    <>
      <th className={table.end}>Reports</th>
      <th className={table.end}>Tokens</th>
      <th className={table.end}>Cost</th>
    </>
  );
}

export function UsageCells({ sum }: { sum: UsageSum }) {
  return (
    <>
      <td className={table.end} data-label="Reports">
        {sum.records.toLocaleString()}
      </td>
      <td className={table.end} data-label="Tokens">
        <Count value={sum.inputTokens + sum.outputTokens} />
      </td>
      <td className={table.end} data-label="Cost">
        <Money usd={sum.costUsd} unrated={sum.unratedRecords} />
      </td>
    </>
  );
}
