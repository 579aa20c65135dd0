// Recognises that the provider refuses work for a while, and when it says that this ends. A time is never guessed.
import { RequestError } from "@agentclientprotocol/sdk/unstable";
import type { AgentEvent } from "../agent";
import { isRecord } from "../../text/json";
import { truncate } from "../../text/truncate";
import { at } from "./untypedValues";

export type LimitEvent = Extract<AgentEvent, { kind: "limit" }>;

/** Where agents put the time: Claude Code and Codex in seconds since 1970, others as an ISO time. */
const timeFields = ["resetsAt", "resets_at", "resetAt", "reset_at"];
/** Names by which agents say what kind of error it is, and what they call this one. */
const kindFields = ["errorKind", "error", "type", "code", "codexErrorInfo"];
const limitKinds = new Set<unknown>(["rate_limit", "usage_limit_reached", "usageLimitExceeded", 429]);
const maxDepth = 3;

/** What Claude Code tells about its limits with `usage_update`. Only a refusal names the limit that was reached. */
export function findRejectedLimit(meta: unknown): unknown {
  const limit = at(meta, "_claude/rateLimit");
  return at(limit, "status") === "rejected" ? limit : null;
}

/** Returns null if the error is another one. `refusal` is the last one that the agent reported before the error. */
export function findProviderLimit(error: unknown, refusal: unknown, nowMs: number): LimitEvent | null {
  if (!(error instanceof RequestError)) return null;
  if (error.code !== 429 && !isLimit(error.data, maxDepth)) return null;
  const resetsAtMs = resetTime(error.data, maxDepth) ?? resetTime(refusal, maxDepth);
  return {
    kind: "limit",
    // A time that has passed says nothing about the limit that was just met.
    resetsAtMs: resetsAtMs !== null && resetsAtMs > nowMs ? resetsAtMs : null,
    reason: truncate(error.message, 10_000),
  };
}

function isLimit(data: unknown, depth: number): boolean {
  if (!isRecord(data) || depth === 0) return false;
  if (kindFields.some((field) => limitKinds.has(data[field]))) return true;
  return Object.values(data).some((value) => isLimit(value, depth - 1));
}

function resetTime(data: unknown, depth: number): number | null {
  if (!isRecord(data) || depth === 0) return null;
  for (const field of timeFields) {
    const time = milliseconds(data[field]);
    if (time !== null) return time;
  }
  for (const value of Object.values(data)) {
    const time = resetTime(value, depth - 1);
    if (time !== null) return time;
  }
  return null;
}

/** Seconds since 1970 have ten digits until the year 2286, milliseconds have more. */
function milliseconds(time: unknown): number | null {
  if (typeof time === "number" && Number.isFinite(time)) return Math.round(time < 100_000_000_000 ? time * 1000 : time);
  if (typeof time !== "string") return null;
  const parsed = Date.parse(time);
  return Number.isNaN(parsed) ? null : parsed;
}
