// The limits of requests within a minute: how many a caller may make, how many it has left, and the headers that say so
// (draft-ietf-httpapi-ratelimit-headers). A minute begins with the first request that it counts. Pure.
import { ConvexError } from "convex/values";
import { apiError } from "../lib/errors";
import type { ApiErrorData } from "../lib/errors";
import { minuteMs } from "../lib/times";

/** The variable that sets each limit, and its number in a minute when the variable is unset or malformed. */
const settings = {
  writes: { variable: "SERVICE_LIMIT_WRITES", usual: 3_000, words: "writes with a key" },
  starts: { variable: "SERVICE_LIMIT_STARTS", usual: 600, words: "starts of runs in a project" },
} as const satisfies Record<QuotaName, { variable: string; usual: number; words: string }>;

type QuotaName = Quota["name"];

export type Quota = NonNullable<ApiErrorData["quota"]>;

/** What was counted since the beginning of a minute. */
export interface Minute {
  sinceMs: number;
  count: number;
}

/** 0: there is no limit. */
export function limitOf(name: QuotaName): number {
  const { variable, usual } = settings[name];
  const text = process.env[variable] ?? "";
  return /^\d{1,9}$/.test(text) ? Number(text) : usual;
}

/** The minute that a request at `nowMs` belongs to: the latest one, or a new one when that is over. */
export function minuteAt(latest: Minute | undefined, nowMs: number): Minute {
  const isOver = latest === undefined || nowMs >= latest.sinceMs + minuteMs;
  return isOver ? { sinceMs: nowMs, count: 0 } : latest;
}

export function quotaOf(name: QuotaName, limit: number, { sinceMs, count }: Minute): Quota {
  return { name, limit, remaining: Math.max(0, limit - count), resetsAtMs: sinceMs + minuteMs };
}

/** The refusal of a request for which there is no room. It carries the limit, for the headers of the answer. */
export function rateLimited(quota: Quota): ConvexError<ApiErrorData> {
  const { name, limit } = quota;
  const { words } = settings[name];
  const seconds = secondsUntil(quota.resetsAtMs);
  const { data } = apiError("RATE_LIMITED", `There may be ${limit} ${words} in a minute. Repeat this in ${seconds} s.`);
  return new ConvexError<ApiErrorData>({ ...data, retryable: true, quota });
}

/** The headers about these limits. Null is one that does not apply. */
export function headersOf(...applying: (Quota | null)[]): Record<string, string> {
  const quotas = applying.filter((quota) => quota !== null);
  if (quotas.length === 0) return {};
  const policies = quotas.map(({ name, limit }) => `"${name}";q=${limit};w=${minuteMs / 1000}`);
  const left = quotas.map(
    ({ name, remaining, resetsAtMs }) => `"${name}";r=${remaining};t=${secondsUntil(resetsAtMs)}`,
  );
  return { "RateLimit-Policy": policies.join(", "), RateLimit: left.join(", ") };
}

export function secondsUntil(timeMs: number): number {
  return Math.max(1, Math.ceil((timeMs - Date.now()) / 1000));
}
