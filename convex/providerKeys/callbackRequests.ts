// What the job runner may say about keys.
import * as z from "zod/mini";
import { isProvider, providerRule } from "./model";

export const get = () =>
  z.strictObject({
    projectId: z.string(),
    keyType: z.string().check(z.refine(isProvider, { error: providerRule })),
  });
