// Runs another endpoint once per Idempotency-Key, in one transaction with the record of its answer.
import { v } from "convex/values";
import { internalMutation } from "../_generated/server";
import { admit, credential } from "../api/builders";
import { apiError } from "../lib/errors";
import { recordKeyUse } from "../callers/keyUses";
import { attempt, findAnswer, saveAnswer, repeatable } from "./model";
import type { Answer } from "./model";

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
  handler: async (
    ctx,
    { credential, endpoint, input, request, isShownOnce },
  ): Promise<Answer & { isReplay: boolean }> => {
    const { key, project } = await admit(ctx, credential);
    const kept = await findAnswer(ctx, project._id, request);
    if (kept.kind === "first") {
      const answer = await attempt(ctx, endpoint, { credential, input });
      // The refusal undid the writes of the endpoint, the record of the key's use too.
      if (answer.kind === "refused") await recordKeyUse(ctx, key._id);
      await saveAnswer(ctx, project._id, request, isShownOnce && answer.kind === "done" ? null : answer);
      return { ...answer, isReplay: false };
    }
    if (kept.answer === null) {
      throw apiError(
        "CONFLICT",
        "The first answer contained a key or token that is shown only once; generate a new one.",
      );
    }
    await recordKeyUse(ctx, key._id);
    return { ...kept.answer, isReplay: true };
  },
});
