/** A time for clients: ISO 8601 in UTC. The database's own times also have fractions of a millisecond. */
export function isoTime(epochMs: number): string {
  return new Date(Math.floor(epochMs)).toISOString();
}

/** An optional time for clients, in ISO 8601. Null when there is none yet. */
export function isoTimeOrNull(epochMs: number | null | undefined): string | null {
  return epochMs == null ? null : isoTime(epochMs);
}

export const secondMs = 1000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
