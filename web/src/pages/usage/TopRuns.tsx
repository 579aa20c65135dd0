// The runs that cost most in the period. What a run cost on other days is not counted.
import { Link } from "wouter";
import { useProjectHref } from "../../project/project";
import { EachRow } from "../../parts/EachRow";
import { Loaded } from "../../parts/Loaded";
import { Loading } from "../../parts/Loading";
import { Section } from "../../parts/Section";
import table from "../../parts/Table.module.css";
import { useUsageSums } from "./useUsageSums";
import type { UsageSum } from "./useUsageSums";
import { UsageCells, UsageHeads } from "./UsageCells";
import style from "./UsagePage.module.css";

export function TopRuns({ startDate }: { startDate: string }) {
  const result = useUsageSums("run", startDate);
  return (
    <Section title="Most expensive runs">
      <Loaded result={result} loading={<Loading rows={3} />}>
        {({ rows }) =>
          rows.length === 0 ? (
            <p className={style.nothing}>No run used anything in this period.</p>
          ) : (
            <RunTable rows={rows} />
          )
        }
      </Loaded>
    </Section>
  );
}

function RunTable({ rows }: { rows: readonly UsageSum[] }) {
  return (
    <table className={table.table}>
      <thead>
        <tr className={table.names}>
          <th>Run</th>
          <UsageHeads />
        </tr>
      </thead>
      <tbody>
        <EachRow items={rows} keyOf={({ key }) => key ?? ""} as="tr">
          {(row) => (
            <tr className={table.row} data-row>
              <td className={table.main}>
                <RunName row={row} />
              </td>
              <UsageCells sum={row} />
            </tr>
          )}
        </EachRow>
      </tbody>
    </table>
  );
}

function RunName({ row: { name, runNumber } }: { row: UsageSum }) {
  const href = useProjectHref();
  if (name === null) return <>Run {runNumber}, deleted</>;
  return (
    <>
      <Link href={href(`runs/${runNumber}`)} title={name}>
        <bdi>{name}</bdi>
      </Link>
      <span className={table.below}>Run {runNumber}</span>
    </>
  );
}
