// Which exports are under way and which wait: few at a time, and none for a while after one has failed. Without this, a
// collector that accepts connections and never answers would occupy one action for every run that ends, and many runs
// that end at once would be sent at once.
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { minuteMs } from "../lib/times";

const maxAtOnce = 4;
const maxWaiting = 500;
const maxFailuresOfOne = 5;
const firstQuietMs = 1000;
const maxQuietMs = 2 * minuteMs;
/** Clocks of a platform may differ a little, and who asks too early asks for nothing. */
const afterQuietMs = 100;
/** Longer than an export can take. One that is still under way after this time was lost. */
const maxBusyMs = minuteMs;

type Pending = Doc<"telemetryCollector">["waiting"][number];

/** An export whose turn it is. */
export interface Turn extends Pending {
  beganAtMs: number;
}

/** How an export ended. */
export interface Ended {
  turn: Turn;
  /** `failed`: the collector may take it later. `none`: it was not asked. */
  outcome: "answered" | "failed" | "none";
  /** Whether the caller has time for another export. */
  mayContinue: boolean;
}

interface State extends Pick<Doc<"telemetryCollector">, "waiting" | "busySinceMs" | "failures"> {
  quietUntilMs?: number | undefined;
}

/** Adds an export, unless it is null, and returns the one that the caller must do now. */
export async function takeLease(ctx: MutationCtx, eventId: Id<"events"> | null): Promise<Turn | null> {
  const collector = await ctx.db.query("telemetryCollector").first();
  const state: State = collector ?? { waiting: [], busySinceMs: [], failures: 0 };
  if (eventId !== null) addWaiting(state, { eventId, failures: 0 });
  const turn = nextTurn(state);
  await save(ctx, collector, state);
  return turn;
}

/** Notes how an export ended, and returns the next one that the caller must do. */
export async function releaseLease(ctx: MutationCtx, { turn, outcome, mayContinue }: Ended): Promise<Turn | null> {
  const collector = await ctx.db.query("telemetryCollector").first();
  if (collector === null) return null;
  const state: State = { ...collector };
  const at = state.busySinceMs.indexOf(turn.beganAtMs);
  state.busySinceMs = state.busySinceMs.filter((_sinceMs, index) => index !== at);
  if (outcome === "answered") [state.failures, state.quietUntilMs] = [0, undefined];
  if (outcome === "failed") noteFailure(state, turn);
  const next = mayContinue ? nextTurn(state) : null;
  await save(ctx, collector, state);
  // Somebody must continue when the collector may be asked again, or when the time of the caller is over.
  if (next === null && state.waiting.length > 0) {
    const atMs = Math.max(Date.now(), (state.quietUntilMs ?? 0) + afterQuietMs);
    await ctx.scheduler.runAt(atMs, internal.telemetry.scheduled.send, { eventId: null });
  }
  return next;
}

function noteFailure(state: State, { eventId, failures }: Turn): void {
  state.failures += 1;
  state.quietUntilMs = Date.now() + Math.min(firstQuietMs * 4 ** (state.failures - 1), maxQuietMs);
  if (failures + 1 < maxFailuresOfOne) addWaiting(state, { eventId, failures: failures + 1 });
  else warnOfLoss(`${maxFailuresOfOne} exports of them have failed`);
}

function addWaiting(state: State, pending: Pending): void {
  state.waiting = [...state.waiting, pending];
  if (state.waiting.length <= maxWaiting) return;
  state.waiting = state.waiting.slice(-maxWaiting);
  warnOfLoss(`${maxWaiting} others wait for the collector of traces`);
}

function warnOfLoss(why: string): void {
  console.warn(`The spans of a run are lost, because ${why}.`);
}

function nextTurn(state: State): Turn | null {
  const nowMs = Date.now();
  state.busySinceMs = state.busySinceMs.filter((sinceMs) => nowMs - sinceMs < maxBusyMs);
  const isFull = state.busySinceMs.length >= maxAtOnce;
  const [next, ...others] = state.waiting;
  if (next === undefined || isFull || nowMs < (state.quietUntilMs ?? 0)) return null;
  state.waiting = others;
  state.busySinceMs = [...state.busySinceMs, nowMs];
  return { ...next, beganAtMs: nowMs };
}

async function save(ctx: MutationCtx, collector: Doc<"telemetryCollector"> | null, state: State): Promise<void> {
  const { waiting, busySinceMs, failures, quietUntilMs } = state;
  if (collector === null) await ctx.db.insert("telemetryCollector", { waiting, busySinceMs, failures });
  else await ctx.db.patch("telemetryCollector", collector._id, { waiting, busySinceMs, failures, quietUntilMs });
}
