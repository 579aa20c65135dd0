import type { Quota } from "../callers/quotas";
import { isoTime } from "../lib/times";

export interface LimitView {
  name: "writes" | "starts" | "concurrent_runs" | "webhooks" | "hooks" | "repository_checks" | "body_bytes";
  /** What shares the limit. */
  scope: "key" | "project" | "workflow" | "request";
  /** The workflow whose limit it is. */
  workflowId?: string;
  limit: number;
  /** What is used now, where it is counted. */
  used?: number;
  /** When a limit of a minute begins again. */
  resetsAt?: string;
}

export function presentQuota(quota: Quota, scope: LimitView["scope"]): LimitView {
  const { name, limit, remaining, resetsAtMs } = quota;
  return { name, scope, limit, used: limit - remaining, resetsAt: isoTime(resetsAtMs) };
}
