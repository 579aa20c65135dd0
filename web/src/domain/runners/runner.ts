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

/** A runner that was written before says nothing about itself. */
export function factsText({ version, freeDiskMb, tokenId }: Runner): string {
  const facts = [
    version === null ? null : `Version ${version}`,
    freeDiskMb === null ? null : `${(freeDiskMb / 1024).toFixed(freeDiskMb < 10_240 ? 1 : 0)} GB free`,
    tokenId === null ? "Uses the deployment's secret" : "Uses a token of this project",
  ];
  return facts.filter((fact) => fact !== null).join(" · ");
}

export function agentsText(agents: NonNullable<Runner["agents"]>): string {
  return agents.map(({ name, isolation }) => (isolation === "none" ? name : `${name} (${isolation})`)).join(", ");
}

export function placesText({ total, free, waiting }: NonNullable<Runner["places"]>): string {
  const places = `${free} of ${total} ${total === 1 ? "place" : "places"} free`;
  return waiting === 0 ? places : `${places}, ${waiting} waiting`;
}

export const noRunnerText = "No runner has asked for work. Start one with: npm run runner";

type Asking = Pick<Runner, "kinds" | "places" | "lastSeenAt" | "jobIds">;

/**
 * Why nobody works on a job of this kind, as far as the runners say it. `askingRuns` is how many runs of the project
 * wait for people.
 */
export function unclaimedJobText(kind: string, runners: readonly Asking[], nowMs: number, askingRuns: number): string {
  const here = runners.filter((runner) => runnerState(runner, nowMs).kind !== "silent");
  if (here.length === 0) return noRunnerText;
  const accepting = here.filter(({ kinds }) => kinds === null || kinds.includes(kind));
  if (accepting.length === 0) return "No connected runner accepts this kind of work";
  if (accepting.some(hasPlace)) return "A runner will take it soon";
  const places = accepting.flatMap((runner) => (runner.places === null ? [] : [runner.places]));
  if (places.length < accepting.length) return "All runners are busy";
  const total = sumOf(places, (one) => one.total);
  // A runner may let runs wait without a place.
  const asking = Math.min(total, Math.max(0, askingRuns - sumOf(places, (one) => one.waiting)));
  const taken = `${total} of ${total} ${total === 1 ? "place" : "places"} taken`;
  if (asking === 0) return taken;
  return `${taken}, ${asking} of them by ${asking === 1 ? "an unanswered question" : "unanswered questions"}`;
}

/** A runner that says nothing about its places has none while it works. */
function hasPlace({ places, jobIds }: Asking): boolean {
  return places === null ? jobIds.length === 0 : places.free > 0;
}

function sumOf<Row>(rows: readonly Row[], numberOf: (row: Row) => number): number {
  return rows.reduce((sum, row) => sum + numberOf(row), 0);
}

function silenceText(ms: number): string {
  return durationText(Math.floor(ms / 60_000) * 60_000);
}
