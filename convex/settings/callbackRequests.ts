// What the job runner may say about settings.
import * as z from "zod/mini";

export const get = () => z.strictObject({ projectId: z.string() });
