// The JSON text of a value, in which the fields of objects have one order: equal values have equal texts. Pure.

export function sortedJson(value: unknown): string {
  return JSON.stringify(sorted(value)) ?? "null";
}

/** Lists of names and values in place of objects. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return ["list", ...value.map(sorted)];
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return ["object", ...entries.map(([name, inner]) => [name, sorted(inner)])];
}
