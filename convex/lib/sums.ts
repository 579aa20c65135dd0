// Rows whose fields are sums, which are added up field by field. Pure.

/** How two such rows are added, after `nothing`, which has all the fields. Whatever else a row holds is left out. */
export function additionFrom<Name extends string>(nothing: Readonly<Record<Name, number>>) {
  const names = Object.keys(nothing) as Name[];
  return (one: Record<Name, number>, other: Partial<Record<Name, number>>): Record<Name, number> => {
    const sum: Record<Name, number> = { ...nothing };
    for (const name of names) sum[name] = one[name] + (other[name] ?? 0);
    return sum;
  };
}
