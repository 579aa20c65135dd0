// When a delivery that has failed is tried again. Pure.
import { hourMs, minuteMs } from "../lib/times";

/** The waits after the first failure, the second and so on. After the last the delivery has failed. */
const delaysMs = [5000, 5 * minuteMs, 30 * minuteMs, 2 * hourMs, 5 * hourMs, 10 * hourMs, 10 * hourMs] as const;

/** So that what failed together does not come back together. */
const maxJitter = 0.1;

const maxRetryAfterMs = hourMs;

/** The wait after the failed try number `tries`; null after the last. `random` is from 0 to 1. */
export function retryDelayMs(tries: number, retryAfterMs: number | null, random: number): number | null {
  const delayMs = delaysMs[tries - 1];
  if (delayMs === undefined) return null;
  const ownMs = Math.round(delayMs * (1 + maxJitter * random));
  return Math.max(ownMs, Math.min(retryAfterMs ?? 0, maxRetryAfterMs));
}

/** Reads the header `Retry-After`: a number of seconds, or a time. Null for anything else. */
export function readRetryAfter(header: string | null, nowMs: number): number | null {
  if (header === null) return null;
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const atMs = /^[A-Za-z]{3,9},? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(atMs) ? null : Math.max(0, atMs - nowMs);
}
