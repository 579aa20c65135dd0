// The schemas of the runner's requests for the delivery of a run.
import * as z from "zod/mini";

export const ofRun = () => z.strictObject({ runId: z.string() });

export const part = () =>
  z.strictObject({ runId: z.string(), kind: z.enum(["persona", "learnings", "asset", "feedback"]), id: z.string() });

export type PartRequest = z.infer<ReturnType<typeof part>>;
