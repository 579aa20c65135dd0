// What the job runner may say about workflows.
import * as z from "zod/mini";

export const get = () => z.strictObject({ workflowId: z.string() });
