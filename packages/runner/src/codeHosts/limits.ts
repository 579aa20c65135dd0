// How long a code host wants no request. GitHub and GitLab say it with each answer, and count for each key.
import { retryAfterMs } from "../http/retry";
import { CodeHostBusyError } from "./errors";

const maxQuietMs = 3_600_000;
const usualQuietMs = 60_000;

interface Refusal {
  status: number;
  headers: Headers;
  message: string;
}

/** Returns how long the host wants no request, or null when it refuses this one for another reason. */
export function quietMs({ status, headers, message }: Refusal, nowMs: number): number | null {
  if (status !== 403 && status !== 429 && status < 500) return null;
  const asked = headers.get("Retry-After");
  if (asked !== null) return retryAfterMs(asked, nowMs, maxQuietMs);
  const untilResetMs = exhaustedMs(headers, nowMs);
  if (untilResetMs !== null) return untilResetMs;
  // GitHub has further limits, which have no headers.
  const isLimit = status !== 403 || /secondary rate limit|abuse detection/i.test(message);
  return isLimit ? usualQuietMs : null;
}

/** Returns how long it is until the host answers again when this was the last answer for a while, otherwise null. */
export function exhaustedMs(headers: Headers, nowMs: number): number | null {
  const [remaining, resetsAt] = ["Remaining", "Reset"].map(
    (name) => headers.get(`X-RateLimit-${name}`) ?? headers.get(`RateLimit-${name}`),
  );
  if (remaining !== "0") return null;
  return Math.min(Math.max(Number(resetsAt) * 1000 - nowMs || usualQuietMs, 0), maxQuietMs);
}

const maxKept = 1000;

/** The looks of a runner share it, so that the others ask nothing after one of them has met a limit. */
export class HostLimits {
  private readonly quietUntilMs = new Map<string, number>();

  /** Throws CodeHostBusyError while the host wants no request of this caller. */
  require(host: string, caller: string): void {
    const untilMs = this.quietUntilMs.get(`${host} ${caller}`) ?? 0;
    const afterMs = untilMs - Date.now();
    if (afterMs > 0)
      throw new CodeHostBusyError(`${host} wants no request before ${new Date(untilMs).toISOString()}`, afterMs);
  }

  note(host: string, caller: string, afterMs: number): void {
    const nowMs = Date.now();
    for (const [name, untilMs] of this.quietUntilMs) if (untilMs <= nowMs) this.quietUntilMs.delete(name);
    if (this.quietUntilMs.size < maxKept) this.quietUntilMs.set(`${host} ${caller}`, nowMs + afterMs);
  }
}
