// Sums that many mutations change at the same time. The row of such a sum is split into several rows (shards), and each
// mutation changes any one of them. Readers add them up, field by field.

/** The largest number of shards. Readers read and add up all of them. */
export const maxShards = 16;

const shardsDefault = 8;

/**
 * The shard is random, because things that are busy at the same time must not meet in the same row. `COUNTER_SHARDS`
 * (formerly `TALLY_SHARDS`) is the number of shards: 1 where mutations never run at the same time, more where they
 * conflict.
 */
export function randomShard(): number {
  return Math.floor(Math.random() * shardCount());
}

export function shardCount(): number {
  const wanted = Number(process.env["COUNTER_SHARDS"] ?? process.env["TALLY_SHARDS"] ?? shardsDefault);
  return Number.isInteger(wanted) && wanted >= 1 ? Math.min(wanted, maxShards) : shardsDefault;
}

/** Returns a function that adds two rows. `zero` is the row of zeros, and only its fields are added. */
export function fieldwiseSum<Name extends string>(zero: Readonly<Record<Name, number>>) {
  const names = Object.keys(zero) as Name[];
  return (one: Partial<Record<Name, number>>, other: Partial<Record<Name, number>>): Record<Name, number> => {
    const sum: Record<Name, number> = { ...zero };
    for (const name of names) sum[name] = (one[name] ?? 0) + (other[name] ?? 0);
    return sum;
  };
}
