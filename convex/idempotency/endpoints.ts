// Runs another endpoint once per Idempotency-Key, in one transaction with the record of its answer.
import { v } from "convex/values";
import { internalMutation } from "../_generated/server";
import { admitWrite, credential } from "../api/builders";
import type { WriteResult } from "../api/builders";
import { apiError } from "../lib/errors";
import type { Quota } from "../callers/quotas";
import { attempt, findAnswer, saveAnswer, repeatable } from "./model";
import type { Answer } from "./model";

export interface RepeatableAnswer {
  answer: Answer;
  isReplay: boolean;
  quota: Quota | null;
}

export const runOnce = internalMutation({
  args: {
    credential,
    // The endpoint's name, such as `project/endpoints:update`. The edge has checked the input.
    endpoint: v.string(),
    input: v.any(),
    request: repeatable,
    // The answer holds a secret that is shown once, so a repeat cannot receive it again.
    isShownOnce: v.boolean(),
  },
  handler: async (ctx, { credential, endpoint, input, request, isShownOnce }): Promise<RepeatableAnswer> => {
    // Replays and refusals count like any other write.
    const { caller, quota } = await admitWrite(ctx, credential);
    const { project } = caller;
    const kept = await findAnswer(ctx, project._id, request);
    if (kept.kind === "first") {
      const answer = answerOf(await attempt(ctx, endpoint, { credential: { ...credential, isCounted: true }, input }));
      await saveAnswer(ctx, project._id, request, isShownOnce && answer.kind === "done" ? null : answer);
      return { answer, isReplay: false, quota };
    }
    if (kept.answer === null) {
      throw apiError(
        "CONFLICT",
        "The first answer contained a key or token that is shown only once; generate a new one.",
      );
    }
    return { answer: kept.answer, isReplay: true, quota };
  },
});

/** Endpoints return their result with what is left of the limit; only the result is the answer. */
function answerOf(attempted: Answer): Answer {
  if (attempted.kind === "refused") return attempted;
  return { kind: "done", data: (attempted.data as WriteResult<unknown>).result };
}
