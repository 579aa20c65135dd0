// What requests to the endpoints of issue sessions may say.
import * as z from "zod/mini";
import { onlyPage, someText } from "../api/parameters";
import { bulkIds } from "../lib/bulkIds";

export const list = onlyPage;

export const get = () => z.strictObject({ id: someText() });

/** As long as the default that a project can have for it. */
const promptLengthMax = 40_000;

export const start = () =>
  z.strictObject({
    prompt: z.string().check(z.trim(), z.minLength(1), z.maxLength(promptLengthMax)),
    templateId: z.optional(z.nullable(z.string().check(z.trim(), z.minLength(1), z.maxLength(200)))),
    memoryMb: z.optional(z.nullable(z.int().check(z.minimum(256), z.maximum(65_536)))),
    cpuCount: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(32)))),
    timeoutMs: z.optional(z.nullable(z.int().check(z.minimum(60_000), z.maximum(86_400_000)))),
  });

export const rename = () =>
  z.strictObject({ sessionId: someText(), name: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)) });

export const one = () => z.strictObject({ sessionId: someText() });

export const many = () => z.strictObject({ sessionIds: bulkIds() });

export type StartRequest = z.infer<ReturnType<typeof start>>;
