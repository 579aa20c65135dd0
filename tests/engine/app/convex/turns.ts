// Functions that take the thread many times, for a short time each.
import { actionGeneric as action, mutationGeneric as mutation } from "convex/server";
import { v } from "convex/values";

/** Returns when it ended. */
export const busySteps = action({
  args: { steps: v.number(), ms: v.number() },
  handler: async (_ctx, { steps, ms }) => {
    for (let step = 0; step < steps; step++) {
      await new Promise((resolve) => setTimeout(resolve, 0));
      const endsAt = Date.now() + ms;
      while (Date.now() < endsAt);
    }
    return Date.now();
  },
});

/** The result of a long digest comes from another thread, so the mutation waits for each. Returns when it began. */
export const waitingSteps = mutation({
  args: { steps: v.number() },
  handler: async (_ctx, { steps }) => {
    for (let step = 0; step < steps; step++) await crypto.subtle.digest("SHA-256", new Uint8Array(200_000));
    return Date.now();
  },
});
