// The days that statistics are about, as the address says them.
import { oneOf, useParameters } from "../../address/useParameters";

const periods = ["7", "30", "90"] as const;
export const periodChoices = periods.map((value) => ({ value, label: `Last ${value} days` }));

export interface Period {
  value: string | null;
  asked: { days?: number };
  set: (value: string | null) => void;
}

export function usePeriod(): Period {
  const { get, set } = useParameters();
  const value = oneOf(get("days"), periods);
  return { value, asked: value === null ? {} : { days: Number(value) }, set: (days) => set({ days }) };
}
