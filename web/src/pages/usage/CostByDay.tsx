// Cost by day as bars, which are divided by model, workflow or persona, and the same as a table.
import { useId, useState } from "react";
import { moneyText } from "../../parts/Money";
import { Select } from "../../parts/Select";
import { DayBars, dayName } from "./DayBars";
import type { Band } from "./DayBars";
import { DayTable } from "./DayTable";
import { costliest, daysBetween, dayOf } from "./periods";
import type { Day } from "./UsageTotals";
import { chartDimensions, dimensionNames, nameOfSum, useUsageSums } from "./useUsageSums";
import type { ChartDimension, UsageSums } from "./useUsageSums";
import style from "./UsagePage.module.css";

interface Props {
  days: readonly Day[];
  startDate: string;
  dimension: ChartDimension;
  onDimension: (dimension: ChartDimension) => void;
}

export function CostByDay({ days, startDate, dimension, onDimension }: Props) {
  const text = useId();
  const [isTable, setTable] = useState(false);
  const result = useUsageSums(dimension, startDate);
  const bands = result.kind === "ready" ? bandsOf(dimension, result.value) : [];
  const dates = daysBetween(startDate, dayOf(Date.now()));
  const peak = costliest(days);
  return (
    <div className={style.chart}>
      <div className={style.chartHead}>
        <p id={text} className={style.sentence}>
          {peak === undefined
            ? "Nothing with a known price was used."
            : `The highest daily cost was ${moneyText(peak.costUsd)}, on ${dayName.format(Date.parse(peak.date))}.`}
        </p>
        <Select
          label="Divide the bars by"
          look="bare"
          value={dimension}
          choices={chartDimensions.map((each) => ({ value: each, label: `By ${dimensionNames[each].toLowerCase()}` }))}
          onChange={onDimension}
        />
      </div>
      <DayBars
        dates={dates}
        bands={bands}
        most={Math.max(peak?.costUsd ?? 0, 0.01)}
        describedBy={text}
        textOf={moneyText}
      />
      <details open={isTable} onToggle={(event) => setTable(event.currentTarget.open)}>
        <summary className={style.summary}>Show as a table</summary>
        {isTable && <DayTable days={days} />}
      </details>
    </div>
  );
}

/** Band 0 is the most expensive row of the table, and the last one is all others. Bands without costs are left out. */
function bandsOf(dimension: ChartDimension, { rows, days }: UsageSums): Band[] {
  const places = days[0]?.costsUsd.map((_, place) => place) ?? [];
  return places
    .map((place) => {
      const row = place === places.length - 1 ? undefined : rows[place];
      const amounts = new Map(days.map(({ date, costsUsd }) => [date, costsUsd[place] ?? 0]));
      return { place, name: row === undefined ? "All others" : nameOfSum(dimension, row), amounts };
    })
    .filter(({ amounts }) => [...amounts.values()].some((cost) => cost > 0));
}
