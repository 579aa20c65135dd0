// Adds up rows of sums, field by field. Pure.

/**
 * Returns the function that adds two rows. `nothing` is the row of zeros; its fields are the ones that are added, and
 * other fields are left out.
 */
export function additionFrom<Name extends string>(nothing: Readonly<Record<Name, number>>) {
  const names = Object.keys(nothing) as Name[];
  return (one: Record<Name, number>, other: Partial<Record<Name, number>>): Record<Name, number> => {
    const sum: Record<Name, number> = { ...nothing };
    for (const name of names) sum[name] = one[name] + (other[name] ?? 0);
    return sum;
  };
}
