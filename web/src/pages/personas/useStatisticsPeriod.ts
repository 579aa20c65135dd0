// The days that statistics are about, as the address says them.
import { oneOf, useAddressParameters } from "../../urlState/useAddressParameters";

const periods = ["7", "30", "90"] as const;
export const periodChoices = periods.map((value) => ({ value, label: `Last ${value} days` }));

export interface StatisticsPeriod {
  value: string | null;
  queryArgs: { days?: number };
  set: (value: string | null) => void;
}

export function useStatisticsPeriod(): StatisticsPeriod {
  const { get, set } = useAddressParameters();
  const value = oneOf(get("days"), periods);
  return { value, queryArgs: value === null ? {} : { days: Number(value) }, set: (days) => set({ days }) };
}
