// The days that the numbers of personas are about.
import { FilterSelect } from "../../parts/FilterSelect";
import { periodChoices } from "./usePeriod";
import type { Period } from "./usePeriod";

export function PeriodSelect({ period }: { period: Period }) {
  return (
    <FilterSelect
      label="Statistics of"
      any="All time"
      value={period.value}
      choices={periodChoices}
      onChange={period.set}
    />
  );
}
