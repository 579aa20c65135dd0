// What the job runner may say about issues.
import * as z from "zod/mini";

export const getByRun = () => z.strictObject({ runId: z.string() });
