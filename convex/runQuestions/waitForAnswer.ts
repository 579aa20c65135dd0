// Waits until a question is closed. The deadline counts at once: nobody waits for the clock to close the question.
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { CallerCtx, OperationCall } from "../callback/caller";
import { untilChanged } from "../lib/sleep";
import { presentAnswer } from "./present";
import type { AnswerView } from "./present";
import type { AwaitRequest } from "./requests";

/** The pause between two looks, on a platform that cannot wake the action. */
const pollMs = 500;

export async function waitForAnswer(
  ctx: CallerCtx,
  { lease, input: { questionId, waitMs } }: OperationCall<AwaitRequest>,
): Promise<AnswerView> {
  const read = () => ctx.runQuery(internal.runQuestions.operations.read, { lease, input: { questionId } });
  return await untilClosed(read, waitMs ?? 0);
}

/** `read` is a query that reads no clock. */
export async function untilClosed(read: () => Promise<Doc<"runQuestions">>, waitMs: number): Promise<AnswerView> {
  const untilMs = Date.now() + waitMs;
  for (;;) {
    const question = await read();
    const nowMs = Date.now();
    const shown = presentAnswer(question, nowMs);
    if (shown.status !== "waiting" || nowMs >= untilMs) return shown;
    await untilChanged(pollMs, Math.min(untilMs, question.deadlineMs ?? Infinity) - nowMs);
  }
}
