// Parts of a whole, the largest first: a table whose rows have a bar behind them.
import type { ReactNode } from "react";
import { EachRow } from "../../parts/EachRow";
import table from "../../parts/Table.module.css";
import style from "./UsagePage.module.css";

interface Share {
  name: string;
  value: number;
  shown: ReactNode;
  tokens?: number;
  runs?: number;
}

export function CostShares({ shares, what }: { shares: readonly Share[]; what: string }) {
  const most = Math.max(...shares.map(({ value }) => value), 0);
  const counted = shares.some(({ tokens }) => tokens !== undefined) ? "Tokens" : "Runs";
  return (
    <table className={table.table}>
      <thead>
        <tr className={table.names}>
          <th>{what}</th>
          <th className={`${table.some} ${table.minor}`}>
            <span className="visually-hidden">Share</span>
          </th>
          <th className={table.end}>{counted}</th>
          <th className={table.end}>Cost</th>
        </tr>
      </thead>
      <tbody>
        <EachRow items={shares.toSorted((a, b) => b.value - a.value)} keyOf={({ name }) => name} as="tr">
          {({ name, value, shown, tokens, runs }) => (
            <tr className={table.row}>
              <td className={table.main}>
                <bdi>{name}</bdi>
              </td>
              <td className={`${table.some} ${table.minor}`}>
                <svg className={style.share} viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden>
                  <rect width={most === 0 ? 0 : (100 * value) / most} height={6} rx={1} className={style.bar} />
                </svg>
              </td>
              <td className={table.end} data-label={counted}>
                {(tokens ?? runs ?? 0).toLocaleString()}
              </td>
              <td className={table.end} data-label="Cost">
                {shown}
              </td>
            </tr>
          )}
        </EachRow>
      </tbody>
    </table>
  );
}
