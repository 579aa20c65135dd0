// Rows that many mutations would meet in are several, and each mutation takes any of them.

/** Who reads adds up so many rows at the most. */
export const shardsMax = 16;

const shardsDefault = 8;

/**
 * Random, and not by what is changed: what is busy at the same time must not be in the same row. `TALLY_SHARDS` may say
 * among how many rows: one where mutations never run at the same time, more where they conflict.
 */
export function anyShard(): number {
  const wanted = Number(process.env["TALLY_SHARDS"] ?? shardsDefault);
  const shards = Number.isInteger(wanted) && wanted >= 1 ? Math.min(wanted, shardsMax) : shardsDefault;
  return Math.floor(Math.random() * shards);
}
