/** Times as clients see them: UTC, with milliseconds. The database's own have a fraction of one. */
export function isoTime(epochMs: number): string {
  return new Date(Math.floor(epochMs)).toISOString();
}
