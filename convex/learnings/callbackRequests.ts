// What the job runner may say about learnings.
import * as z from "zod/mini";
import { category, description, details, roleType } from "./requests";

export const dispatchExtraction = () => z.strictObject({ sandboxId: z.string(), runId: z.string() });

/** `content` is what the description of a learning is over REST. */
export const store = () =>
  z.strictObject({
    ...details(),
    sandboxId: z.string(),
    runId: z.optional(z.nullable(z.string())),
    content: description(),
    category: category(),
  });

export const bulkStore = () => z.strictObject({ learnings: z.array(store()).check(z.minLength(1), z.maxLength(100)) });

export const getCompiled = () => z.strictObject({ projectId: z.string(), role: roleType() });

export type StoreRequest = z.infer<ReturnType<typeof store>>;
