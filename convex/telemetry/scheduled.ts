// Exports attempts of runs that are over: reads one, and sends it as a trace. Nothing depends on an export. One that
// fails is tried again a few times, and then its spans are lost.
import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalAction, internalMutation, internalQuery } from "../_generated/server";
import type { ActionCtx } from "../_generated/server";
import { version } from "../health/version";
import { retryOnConflict } from "../lib/conflicts";
import { collect } from "./collecting";
import { tracesUrl } from "./collector";
import { exportRequestOf } from "./mapping";
import { releaseLease, takeLease } from "./pacing";
import type { Ended as EndedTurn, Turn } from "./pacing";
import { post } from "./posting";
import { pendingExport } from "./schema";
import { readEnded, readQuestions, readSteps, readTools } from "./reading";
import type { Ended, Page } from "./reading";
import type { QuestionFacts, StepFacts, ToolFacts } from "./facts";

/** Then another action continues: platforms limit how long one runs. */
const maxActionMs = 60_000;

const cursor = v.union(v.string(), v.null());

export const ended = internalQuery({
  args: { eventId: v.id("events") },
  handler: async (ctx, { eventId }): Promise<Ended | null> => await readEnded(ctx, eventId),
});

const ofAttempt = { runId: v.id("runs"), attempt: v.number(), cursor };

export const steps = internalQuery({
  args: ofAttempt,
  handler: async (ctx, of): Promise<Page<StepFacts>> => await readSteps(ctx, of.runId, of.attempt, of.cursor),
});

export const questions = internalQuery({
  args: ofAttempt,
  handler: async (ctx, of): Promise<Page<QuestionFacts>> => await readQuestions(ctx, of.runId, of.attempt, of.cursor),
});

export const tools = internalQuery({
  args: { sandboxId: v.id("sandboxes"), cursor },
  handler: async (ctx, of): Promise<Page<ToolFacts>> => await readTools(ctx, of.sandboxId, of.cursor),
});

const begun = v.object({ ...pendingExport.fields, beganAtMs: v.number() });

export const begin = internalMutation({
  args: { eventId: v.union(v.id("events"), v.null()) },
  handler: async (ctx, { eventId }): Promise<Turn | null> => await takeLease(ctx, eventId),
});

export const end = internalMutation({
  args: {
    turn: begun,
    outcome: v.union(v.literal("answered"), v.literal("failed"), v.literal("none")),
    mayContinue: v.boolean(),
  },
  handler: async (ctx, ending): Promise<Turn | null> => await releaseLease(ctx, ending),
});

/** The end of each attempt schedules this with its event. Null: only what waits is exported. */
export const send = internalAction({
  args: { eventId: v.union(v.id("events"), v.null()) },
  handler: async (ctx, { eventId }): Promise<null> => {
    const { begin, end } = internal.telemetry.scheduled;
    const endsAtMs = Date.now() + maxActionMs;
    let turn = await retryOnConflict(() => ctx.runMutation(begin, { eventId }));
    while (turn !== null) {
      const outcome = await exportOne(ctx, turn);
      const ending = { turn, outcome, mayContinue: Date.now() < endsAtMs };
      turn = await retryOnConflict(() => ctx.runMutation(end, ending));
    }
    return null;
  },
});

async function exportOne(ctx: ActionCtx, { eventId }: Turn): Promise<EndedTurn["outcome"]> {
  const url = tracesUrl();
  if (url === null) return "none";
  try {
    const attempt = await collect(ctx, eventId);
    if (attempt === null) return "none";
    const { error, mayRetry } = await post(url, JSON.stringify(await exportRequestOf(attempt, version)));
    if (error === null) return "answered";
    console.warn(`The collector of traces did not take the spans of a run: ${error}.`);
    return mayRetry ? "failed" : "answered";
  } catch (thrown) {
    // What cannot be read must not keep others waiting.
    console.error(thrown);
    return "none";
  }
}
