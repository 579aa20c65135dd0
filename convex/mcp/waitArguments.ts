import * as z from "zod/mini";

/** Platforms and proxies end requests that wait much longer. */
export const maxWaitSeconds = 25;

/** What a tool takes that waits for a run. */
export const waitArguments = () =>
  z.strictObject({
    runId: z.string().check(z.minLength(1)),
    seconds: z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(maxWaitSeconds)))),
  });
