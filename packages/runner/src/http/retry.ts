const [firstMs, longestMs] = [200, 10_000];

/**
 * Returns how long to wait before a call is repeated for the `tries`th time. The wait is random, so that runners that
 * lost the service together do not all come back together.
 */
export function retryDelayMs(tries: number, random = Math.random()): number {
  const longest = Math.min(longestMs, firstMs * 2 ** Math.min(tries, 10));
  return Math.round(longest / 2 + (longest / 2) * random);
}

/** What `Retry-After` asks for, in milliseconds: a number of seconds or a date. At most `maxMs`. */
export function retryAfterMs(header: string | null, nowMs: number, maxMs = 60_000): number {
  if (header === null) return 0;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - nowMs;
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), maxMs) : 0;
}
