// What a runner does now, by what it said last and the clock. Pure.
import type { FunctionReturnType } from "convex/server";
import type { api } from "#convex/_generated/api";
import { durationText } from "../../parts/Time";

export type Runner = FunctionReturnType<typeof api.runners.dashboard.list>[number];

/** A runner asks for work, or says that it still works, about every 20 seconds. */
const silentAfterMs = 90_000;

export type RunnerState = { kind: "silent"; text: string } | { kind: "working" } | { kind: "waiting" };

export function runnerState({ lastSeenAt, jobIds }: Pick<Runner, "lastSeenAt" | "jobIds">, nowMs: number): RunnerState {
  const silentMs = nowMs - Date.parse(lastSeenAt);
  if (silentMs > silentAfterMs) return { kind: "silent", text: `Silent for ${silenceText(silentMs)}` };
  return jobIds.length > 0 ? { kind: "working" } : { kind: "waiting" };
}

function silenceText(ms: number): string {
  return durationText(Math.floor(ms / 60_000) * 60_000);
}
