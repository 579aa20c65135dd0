// Runs an operation of the job runner once per Idempotency-Key, in one transaction with the record of its answer.
import { v } from "convex/values";
import { internalMutation } from "../_generated/server";
import { lease } from "../callers/lease";
import { attempt, findAnswer, keepAnswer, repeatable } from "./model";
import type { Answer } from "./model";

export const runOnce = internalMutation({
  args: {
    // The function that does the work, such as `runSteps/callbacks:create`. The edge has checked its arguments.
    work: v.string(),
    lease,
    input: v.any(),
    request: repeatable,
  },
  handler: async (ctx, { work, lease, input, request }): Promise<Answer & { isReplay: boolean }> => {
    const kept = await findAnswer(ctx, undefined, request);
    const known = kept.kind === "repeat" ? kept.answer : null;
    if (known !== null) return { ...known, isReplay: true };
    const answer = await attempt(ctx, work, { lease, input });
    await keepAnswer(ctx, undefined, request, answer);
    return { ...answer, isReplay: false };
  },
});
