// Runs another endpoint once per Idempotency-Key, in one transaction with the record of its answer.
import { v } from "convex/values";
import { internalMutation } from "../_generated/server";
import { admit, credential } from "../api/builders";
import { apiError } from "../lib/errors";
import { noteUse } from "../callers/keyUses";
import { attempt, findAnswer, keepAnswer, repeatable } from "./model";
import type { Answer } from "./model";

export const runOnce = internalMutation({
  args: {
    credential,
    // The endpoint's name, such as `project/endpoints:update`, and its input: the edge has checked it.
    endpoint: v.string(),
    input: v.any(),
    request: repeatable,
    // Its answer holds what is shown once and therefore cannot be given again.
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
      // What the endpoint wrote is undone then, the note of its use as well.
      if (answer.kind === "refused") await noteUse(ctx, key._id);
      await keepAnswer(ctx, project._id, request, isShownOnce && answer.kind === "done" ? null : answer);
      return { ...answer, isReplay: false };
    }
    if (kept.answer === null) {
      throw apiError("CONFLICT", "The answer held a key that is shown once; generate another key.");
    }
    await noteUse(ctx, key._id);
    return { ...kept.answer, isReplay: true };
  },
});
