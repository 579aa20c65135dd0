/** Times as clients see them: UTC, with milliseconds. The database's own have a fraction of one. */
export function isoTime(epochMs: number): string {
  return new Date(Math.floor(epochMs)).toISOString();
}

/** Null for a time that has not come. */
export function shownTime(epochMs: number | null | undefined): string | null {
  return epochMs == null ? null : isoTime(epochMs);
}
