// JSON that is beyond the limits of what Convex passes from one function to another.

export const nested = (levels: number): unknown =>
  Array.from({ length: levels }).reduce<unknown>((inside) => [inside], 1);

export const fields = (count: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, ""]));
