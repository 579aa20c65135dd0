// What the job runner may say about contexts, skills, commands and scripts.
import * as z from "zod/mini";

/** `after`: the name of the last one that is known, where not all fitted at once. */
export const listActive = () => z.strictObject({ projectId: z.string(), after: z.optional(z.string()) });
export type ListActiveRequest = z.infer<ReturnType<typeof listActive>>;
