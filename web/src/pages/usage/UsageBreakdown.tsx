// What each model, workflow or persona cost in the period, the most expensive first.
import { Loaded } from "../../parts/Loaded";
import { Loading } from "../../parts/Loading";
import { Section } from "../../parts/Section";
import { EachRow } from "../../parts/EachRow";
import table from "../../parts/Table.module.css";
import { dimensionNames, nameOfSum, useUsageSums } from "./useUsageSums";
import type { ChartDimension, UsageSum } from "./useUsageSums";
import { UsageCells, UsageHeads } from "./UsageCells";
import style from "./UsagePage.module.css";

interface Props {
  dimension: ChartDimension;
  startDate: string;
  /** Whether the chart shows the same, so that the bars have its colours. */
  isCharted: boolean;
}

export function UsageBreakdown({ dimension, startDate, isCharted }: Props) {
  const result = useUsageSums(dimension, startDate);
  const name = dimensionNames[dimension];
  return (
    <Section title={`By ${name.toLowerCase()}`}>
      <Loaded result={result} loading={<Loading rows={3} />}>
        {({ rows, days }) => {
          const bands = isCharted ? bandsOf(days) : 0;
          return rows.length === 0 ? (
            <p className={style.nothing}>Nothing was used in this period.</p>
          ) : (
            <SumTable dimension={dimension} rows={rows} bands={bands} />
          );
        }}
      </Loaded>
    </Section>
  );
}

/** The number of rows with a colour of their own. The last cost of a day is that of all others. */
function bandsOf(days: readonly { costsUsd: readonly number[] }[]): number {
  return (days[0]?.costsUsd.length ?? 1) - 1;
}

function SumTable({ dimension, rows, bands }: { dimension: ChartDimension; rows: readonly UsageSum[]; bands: number }) {
  const most = Math.max(...rows.map(({ costUsd }) => costUsd));
  return (
    <table className={table.table}>
      <thead>
        <tr className={table.names}>
          <th>{dimensionNames[dimension]}</th>
          <th className={`${table.some} ${table.minor}`}>
            <span className="visually-hidden">Share</span>
          </th>
          <UsageHeads />
        </tr>
      </thead>
      <tbody>
        <EachRow items={rows} keyOf={({ key, isOther }) => key ?? (isOther ? "others" : "none")} as="tr">
          {(row, index) => (
            <tr className={table.row} data-row>
              <td className={table.main}>
                <bdi>{nameOfSum(dimension, row)}</bdi>
                {row.name !== null && row.service !== null && <span className={table.below}>{row.service}</span>}
              </td>
              <td className={`${table.some} ${table.minor}`}>
                <ShareBar
                  share={most === 0 ? 0 : row.costUsd / most}
                  band={Math.min(index, bands)}
                  isPlain={bands === 0}
                />
              </td>
              <UsageCells sum={row} />
            </tr>
          )}
        </EachRow>
      </tbody>
    </table>
  );
}

function ShareBar({ share, band, isPlain }: { share: number; band: number; isPlain: boolean }) {
  return (
    <svg className={style.share} viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden>
      <rect width={100 * share} height={6} rx={1} className={style.bar} data-band={isPlain ? undefined : band} />
    </svg>
  );
}
