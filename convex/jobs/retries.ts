// When a job is tried again. Pure.

const attemptsMax = 5;
const firstDelayMs = 5000;
const longestDelayMs = 300_000;

/** Whether a job that was claimed so many times is not to be tried again. */
export function isExhausted(attempts: number): boolean {
  return attempts >= attemptsMax;
}

/** How long a job waits after it was claimed so many times. */
export function delayMs(attempts: number): number {
  return Math.min(firstDelayMs * 2 ** (attempts - 1), longestDelayMs);
}

/**
 * When a job whose lease has run out may be claimed again: the delay counts from the runner's last sign of life, so that
 * the lease covers all or most of it.
 */
export function availableAfterLease(attempts: number, leaseUntilMs: number, leaseMs: number): number {
  return Math.max(leaseUntilMs, leaseUntilMs - leaseMs + delayMs(attempts));
}
