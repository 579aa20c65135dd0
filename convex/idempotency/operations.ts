// Runs an operation of the job runner once per Idempotency-Key, in one transaction with the record of its answer.
import { v } from "convex/values";
import { internalMutation } from "../_generated/server";
import { lease } from "../callers/lease";
import { authenticateToken, tokenHash } from "../callers/runnerTokens";
import { attempt, findAnswer, saveAnswer, repeatable } from "./model";
import type { Answer, Repeatable } from "./model";

export const runOnce = internalMutation({
  args: {
    // The function that does the work, such as `runSteps/operations:create`. The edge has checked its arguments.
    work: v.string(),
    tokenHash,
    lease,
    input: v.any(),
    request: repeatable,
  },
  handler: async (ctx, { work, tokenHash, lease, input, request: sent }): Promise<Answer & { isReplay: boolean }> => {
    // Kept answers may be given only to those who may still call.
    const token = tokenHash === null ? null : await authenticateToken(ctx, tokenHash);
    const owner = token?.projectId;
    const request = token?.kinds === undefined ? sent : ofKinds(sent, token.kinds);
    const kept = await findAnswer(ctx, owner, request);
    const known = kept.kind === "repeat" ? kept.answer : null;
    if (known !== null) return { ...known, isReplay: true };
    const answer = await attempt(ctx, work, { tokenHash, lease, input });
    await saveAnswer(ctx, owner, request, answer);
    return { ...answer, isReplay: false };
  },
});

/** A token of other kinds might not be allowed to make the call whose answer is kept. */
function ofKinds({ keyHash, fingerprint }: Repeatable, kinds: readonly string[]): Repeatable {
  return { keyHash: `${kinds.toSorted().join(" ")} ${keyHash}`, fingerprint };
}
