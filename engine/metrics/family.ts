// What can be measured, in the terms of OpenMetrics: families of samples that differ by their labels. Pure.

export type Labels = Readonly<Record<string, string>>;

export interface Sample {
  labels: Labels;
  value: number;
}

/** The observations of one thing with the same labels, such as how long the requests of one route took. */
export interface Distribution {
  labels: Labels;
  /** How many observations were at most this large. The last bound is Infinity. */
  buckets: readonly { atMost: number; count: number }[];
  sum: number;
}

interface Named {
  /** Without the ending `_total` of counters and `_info` of infos. A unit is the end of the name. */
  name: string;
  help: string;
  unit?: "seconds" | "bytes";
}

export type Family = Named &
  (
    | { type: "counter" | "gauge"; samples: readonly Sample[] }
    | { type: "histogram"; distributions: readonly Distribution[] }
    | { type: "info"; labels: Labels }
  );

export function gauge(name: string, help: string, value: number, unit?: Named["unit"]): Family {
  return { type: "gauge", name, help, samples: [{ labels: {}, value }], ...(unit === undefined ? {} : { unit }) };
}

export function counter(name: string, help: string, value: number, unit?: Named["unit"]): Family {
  return { type: "counter", name, help, samples: [{ labels: {}, value }], ...(unit === undefined ? {} : { unit }) };
}
