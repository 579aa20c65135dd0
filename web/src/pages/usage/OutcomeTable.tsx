// A row for each workflow, persona, model or agent: how many of its pull requests were merged, and for how much.
import { EachRow } from "../../parts/EachRow";
import { Money } from "../../parts/Money";
import table from "../../parts/Table.module.css";
import { durationText } from "../../parts/Time";
import { nameOfOutcome } from "./useOutcomes";
import type { Outcome, OutcomeGrouping } from "./useOutcomes";
import style from "./UsagePage.module.css";

const hourMs = 3_600_000;
const rounds = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });

export function OutcomeTable({ groupBy, rows }: { groupBy: OutcomeGrouping; rows: readonly Outcome[] }) {
  return (
    <table className={`${table.table} ${style.outcomes}`}>
      <thead>
        <tr className={table.names}>
          <th>{groupBy === "none" ? "Runs of" : groupBy.replace(/^./, (first) => first.toUpperCase())}</th>
          <th className={table.end}>Runs</th>
          <th className={table.end}>Requests</th>
          <th className={`${table.some} ${table.minor}`}>
            <span className="visually-hidden">Range of the rate</span>
          </th>
          <th className={table.end}>Merged</th>
          <th className={table.end}>Per merged</th>
          <th className={table.end}>Time to merge</th>
          <th className={`${table.end} ${style.wide}`}>Rounds</th>
          <th className={`${table.end} ${style.wide}`}>Proven</th>
        </tr>
      </thead>
      <tbody>
        <EachRow items={rows} keyOf={({ key, name }) => key ?? name ?? "none"} as="tr">
          {(row) => (
            <tr className={table.row} data-row>
              <td className={table.main}>
                <bdi>{nameOfOutcome(groupBy, row)}</bdi>
              </td>
              <OutcomeCells row={row} />
            </tr>
          )}
        </EachRow>
      </tbody>
    </table>
  );
}

function OutcomeCells({ row }: { row: Outcome }) {
  return (
    <>
      <td className={table.end} data-label="Runs">
        {row.runs.toLocaleString()}
      </td>
      <td
        className={table.end}
        data-label="Requests"
        title={`${row.merged} merged, ${row.closed} closed, ${row.open} open`}
      >
        {row.requests.toLocaleString()}
      </td>
      <td className={`${table.some} ${table.minor}`}>{row.mergeRate !== null && <RangeBar rate={row.mergeRate} />}</td>
      <td className={table.end} data-label="Merged">
        <Rate rate={row.mergeRate} />
      </td>
      <td className={table.end} data-label="Per merged">
        <CostPerMerged row={row} />
      </td>
      <td className={table.end} data-label="Time to merge">
        {row.meanHoursToMerge === null ? "–" : durationText(row.meanHoursToMerge * hourMs)}
      </td>
      <td className={`${table.end} ${style.wide}`} data-label="Rounds">
        {row.meanRounds === null ? "–" : rounds.format(row.meanRounds)}
      </td>
      <td className={`${table.end} ${style.wide}`} data-label="Proven">
        {row.proven.toLocaleString()}
        {row.accepted > 0 && <span className={table.below}>{row.accepted} accepted</span>}
      </td>
    </>
  );
}

type MergeRate = NonNullable<Outcome["mergeRate"]>;

const percent = (share: number) => Math.round(100 * share);

function Rate({ rate }: { rate: MergeRate | null }) {
  if (rate === null) return "–";
  return (
    <>
      {percent(rate.value)}%
      <span className={table.below} title="The true rate is in this range in 95 of 100 cases.">
        {percent(rate.low)} to {percent(rate.high)}%
      </span>
    </>
  );
}

/** The range as a line, and the rate as a mark on it. The cell beside it says the same in numbers. */
function RangeBar({ rate: { value, low, high } }: { rate: MergeRate }) {
  return (
    <svg className={style.range} viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden>
      <rect y={4.5} width={100} height={1} className={style.track} />
      <rect x={100 * low} y={3} width={100 * (high - low)} height={4} className={style.bar} data-band={2} />
      <rect x={Math.min(98.5, 100 * value)} width={1.5} height={10} className={style.mark} />
    </svg>
  );
}

function CostPerMerged({ row: { costPerMergedUsd, costUsd, unratedRecords, merged } }: { row: Outcome }) {
  if (costPerMergedUsd !== null) return <Money usd={costPerMergedUsd} />;
  if (merged === 0) return "–";
  return <Money usd={costUsd / merged} unrated={unratedRecords} />;
}
