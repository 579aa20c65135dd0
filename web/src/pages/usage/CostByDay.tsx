// Cost by day as bars, which are divided by model, workflow or persona, and the same as a table. The bars are plain
// SVG: nothing has to be loaded for them. They become as wide as the page; the dates below them are outside of it, so
// that they keep their size.
import { useId, useState } from "react";
import { moneyText } from "../../parts/Money";
import { Select } from "../../parts/Select";
import { DayTable } from "./DayTable";
import { costliest, daysBetween, dayOf } from "./periods";
import type { Day } from "./UsageTotals";
import { chartDimensions, dimensionNames, nameOfSum, useUsageSums } from "./useUsageSums";
import type { ChartDimension, UsageSums } from "./useUsageSums";
import style from "./UsagePage.module.css";

const height = 140;
const width = 900;
const dayName = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", timeZone: "UTC" });

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
  const bands = result.kind === "ready" ? bandsOf(dimension, result.value) : null;
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
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-labelledby={text}
        className={style.bars}
      >
        {bands !== null && <Bars dates={dates} bands={bands} most={Math.max(peak?.costUsd ?? 0, 0.01)} />}
      </svg>
      <p className={style.ends} aria-hidden>
        <span>{dayName.format(Date.parse(dates[0] ?? startDate))}</span>
        <span>{dayName.format(Date.now())}</span>
      </p>
      {bands !== null && <Legend bands={bands} />}
      <details open={isTable} onToggle={(event) => setTable(event.currentTarget.open)}>
        <summary className={style.summary}>Show as a table</summary>
        {isTable && <DayTable days={days} />}
      </details>
    </div>
  );
}

interface Band {
  /** Its colour: 0 is the most expensive row of the table, and the last one is all others. */
  place: number;
  name: string;
  costs: ReadonlyMap<string, number>;
}

/** Bands that cost nothing are left out. */
function bandsOf(dimension: ChartDimension, { rows, days }: UsageSums): Band[] {
  const places = days[0]?.costsUsd.map((_, place) => place) ?? [];
  return places
    .map((place) => {
      const row = place === places.length - 1 ? undefined : rows[place];
      const costs = new Map(days.map(({ date, costsUsd }) => [date, costsUsd[place] ?? 0]));
      return { place, name: row === undefined ? "All others" : nameOfSum(dimension, row), costs };
    })
    .filter(({ costs }) => [...costs.values()].some((cost) => cost > 0));
}

function Bars({ dates, bands, most }: { dates: readonly string[]; bands: readonly Band[]; most: number }) {
  const step = width / dates.length;
  return dates.map((date, index) => {
    let below = height;
    return (
      <g key={date}>
        {bands.map(({ place, name, costs }) => {
          const cost = costs.get(date) ?? 0;
          const size = Math.max(cost > 0 ? 2 : 0, (cost / most) * height);
          below -= size;
          return (
            <rect
              key={place}
              x={index * step + step * 0.12}
              y={below}
              width={Math.min(step * 0.76, 40)}
              height={size}
              className={style.bar}
              data-band={place}
            >
              <title>{`${dayName.format(Date.parse(date))}, ${name}: ${moneyText(cost)}`}</title>
            </rect>
          );
        })}
      </g>
    );
  });
}

function Legend({ bands }: { bands: readonly Band[] }) {
  return (
    <ul className={style.legend} aria-label="Colours">
      {bands.map(({ place, name }) => (
        <li key={place}>
          <svg viewBox="0 0 10 10" aria-hidden>
            <rect width={10} height={10} rx={2} className={style.bar} data-band={place} />
          </svg>
          <bdi>{name}</bdi>
        </li>
      ))}
    </ul>
  );
}
