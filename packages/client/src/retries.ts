// When a call is tried again.

const [firstMs, longestMs] = [250, 8_000];

/** A caller that must wait longer than this learns so from the error instead. */
export const maxRetryAfterMs = 60_000;

/**
 * The wait before a call is repeated for the `tries`th time, counted from 0. It is random, so that clients that lost
 * the service together do not all come back together.
 */
export function retryDelayMs(tries: number, random = Math.random()): number {
  const longest = Math.min(longestMs, firstMs * 2 ** Math.min(tries, 10));
  return longest / 2 + (longest / 2) * random;
}

/** What `Retry-After` asks for, a number of seconds or a date. Undefined when it is missing or is neither. */
export function retryAfterMs(header: string | null, nowMs: number): number | undefined {
  if (header === null) return undefined;
  const ms = /^\s*\d+\s*$/.test(header) ? Number(header) * 1000 : Date.parse(header) - nowMs;
  return Number.isFinite(ms) ? Math.max(ms, 0) : undefined;
}

/** Resolves after `ms`. Rejects with the signal's reason as soon as it is aborted. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (end: () => void) => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", stop);
      end();
    };
    const stop = () => settle(() => reject(reasonOf(signal)));
    const timer = setTimeout(() => settle(resolve), ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener("abort", stop);
  });
}

/** What an aborted signal was aborted with. By convention it is an error, with which `fetch` rejects, too. */
export function reasonOf(signal: AbortSignal | undefined): Error {
  return signal?.reason as Error;
}
