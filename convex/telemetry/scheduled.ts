// Exports an attempt of a run that is over: reads it, and sends it as a trace. Nothing depends on an export. One that
// fails is tried again a few times, and then its spans are lost.
import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalAction, internalMutation, internalQuery } from "../_generated/server";
import type { ActionCtx } from "../_generated/server";
import type { Id } from "../_generated/dataModel";
import { version } from "../health/version";
import { retryOnConflict } from "../lib/conflicts";
import { collect } from "./collecting";
import { tracesUrl } from "./collector";
import { exportRequestOf } from "./mapping";
import { endTurn, takeTurn } from "./pacing";
import type { Turn } from "./pacing";
import { post } from "./posting";
import type { Answer } from "./posting";
import { readEnded, readQuestions, readSteps, readTools } from "./reading";
import type { Ended, Page } from "./reading";
import type { QuestionFacts, StepFacts, ToolFacts } from "./facts";

const maxTries = 6;
const firstDelayMs = 1000;

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

export const begin = internalMutation({
  args: {},
  handler: async (ctx): Promise<Turn> => await takeTurn(ctx),
});

export const end = internalMutation({
  args: { beganAtMs: v.number(), hasAnswered: v.union(v.boolean(), v.null()) },
  handler: async (ctx, { beganAtMs, hasAnswered }): Promise<null> => {
    await endTurn(ctx, beganAtMs, hasAnswered);
    return null;
  },
});

export const send = internalAction({
  args: { eventId: v.id("events"), tries: v.number() },
  handler: async (ctx, { eventId, tries }): Promise<null> => {
    const url = tracesUrl();
    if (url === null) return null;
    const turn = await retryOnConflict(() => ctx.runMutation(internal.telemetry.scheduled.begin, {}));
    if (turn.kind === "wait") return await tryAgain(ctx, { eventId, tries }, turn.askAgainInMs, "it is not asked now");
    const answer = await exportOne(ctx, { eventId, url, beganAtMs: turn.beganAtMs });
    if (answer === null || answer.error === null) return null;
    if (answer.mayRetry) return await tryAgain(ctx, { eventId, tries }, 0, answer.error);
    console.warn(`The collector of traces refuses the spans of a run: ${answer.error}.`);
    return null;
  },
});

interface Export {
  eventId: Id<"events">;
  url: string;
  beganAtMs: number;
}

/** Returns null when there was nothing to send. */
async function exportOne(ctx: ActionCtx, { eventId, url, beganAtMs }: Export): Promise<Answer | null> {
  let hasAnswered: boolean | null = null;
  try {
    const attempt = await collect(ctx, eventId);
    if (attempt === null) return null;
    const answer = await post(url, JSON.stringify(await exportRequestOf(attempt, version)));
    hasAnswered = answer.error === null || !answer.mayRetry;
    return answer;
  } finally {
    const { end } = internal.telemetry.scheduled;
    await retryOnConflict(() => ctx.runMutation(end, { beganAtMs, hasAnswered }));
  }
}

async function tryAgain(
  ctx: ActionCtx,
  { eventId, tries }: { eventId: Id<"events">; tries: number },
  waitMs: number,
  why: string,
): Promise<null> {
  if (tries >= maxTries) {
    console.warn(`The spans of a run are lost, because the collector of traces was asked ${tries} times: ${why}.`);
    return null;
  }
  const delayMs = Math.max(waitMs, firstDelayMs * 2 ** (tries - 1));
  await ctx.scheduler.runAfter(delayMs, internal.telemetry.scheduled.send, { eventId, tries: tries + 1 });
  return null;
}
