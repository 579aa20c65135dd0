// The delays between the attempts of a job. Pure.

const attemptsMax = 5;
const firstDelayMs = 5000;
const longestDelayMs = 300_000;

/** Whether a job that was claimed `attempts` times must not be tried again. */
export function isExhausted(attempts: number): boolean {
  return attempts >= attemptsMax;
}

/** How long a job waits after claim number `attempts` before it may be claimed again. */
export function delayMs(attempts: number): number {
  return Math.min(firstDelayMs * 2 ** (attempts - 1), longestDelayMs);
}

/**
 * The time at which a job whose lease has run out may be claimed again. The delay counts from the runner's last sign of
 * life, so the lease usually covers all or most of it.
 */
export function availableAfterLease(attempts: number, leaseUntilMs: number, leaseMs: number): number {
  return Math.max(leaseUntilMs, leaseUntilMs - leaseMs + delayMs(attempts));
}
