// Runs an operation of the job runner once per Idempotency-Key, in one transaction with the record of its answer.
import { v } from "convex/values";
import { internalMutation } from "../_generated/server";
import { lease } from "../callers/lease";
import { authenticateToken, tokenHash } from "../callers/runnerTokens";
import { attempt, findAnswer, saveAnswer, repeatable } from "./model";
import type { Answer } from "./model";

export const runOnce = internalMutation({
  args: {
    // The function that does the work, such as `runSteps/operations:create`. The edge has checked its arguments.
    work: v.string(),
    tokenHash,
    lease,
    input: v.any(),
    request: repeatable,
  },
  handler: async (ctx, { work, tokenHash, lease, input, request }): Promise<Answer & { isReplay: boolean }> => {
    // Kept answers may be given only to those who may still call.
    const owner = tokenHash === null ? undefined : (await authenticateToken(ctx, tokenHash)).projectId;
    const kept = await findAnswer(ctx, owner, request);
    const known = kept.kind === "repeat" ? kept.answer : null;
    if (known !== null) return { ...known, isReplay: true };
    const answer = await attempt(ctx, work, { tokenHash, lease, input });
    await saveAnswer(ctx, owner, request, answer);
    return { ...answer, isReplay: false };
  },
});
