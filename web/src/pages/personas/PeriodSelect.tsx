// The days that the numbers of personas are about.
import { FilterSelect } from "../../parts/FilterSelect";
import { periodChoices } from "./useStatisticsPeriod";
import type { StatisticsPeriod } from "./useStatisticsPeriod";

export function PeriodSelect({ period }: { period: StatisticsPeriod }) {
  return (
    <FilterSelect
      label="Statistics for"
      anyLabel="All time"
      value={period.value}
      choices={periodChoices}
      onChange={period.set}
    />
  );
}
