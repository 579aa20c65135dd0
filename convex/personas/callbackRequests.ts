// What the job runner may say about personas.
import * as z from "zod/mini";

export const get = () => z.strictObject({ personaId: z.string() });
