// Functions that take the thread many times, for a short time each.
import { actionGeneric as action } from "convex/server";
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

/** Each timer is a step of its own. Returns when the last ended. */
export const shortSteps = action({
  args: { atOnce: v.number(), times: v.number() },
  handler: async (_ctx, { atOnce, times }) => {
    for (let time = 0; time < times; time++) {
      await Promise.all(Array.from({ length: atOnce }, () => new Promise((resolve) => setTimeout(resolve, 0))));
    }
    return Date.now();
  },
});
