// What the job runner may say in a notification.
import * as z from "zod/mini";
import { notificationTypes } from "./types";

export const create = () =>
  z.strictObject({
    projectId: z.string(),
    type: z.enum(notificationTypes),
    title: z.string().check(z.trim(), z.minLength(1), z.maxLength(300)),
    body: z.optional(z.nullable(z.string().check(z.maxLength(10_000)))),
    runId: z.optional(z.nullable(z.string())),
  });

export type CreateRequest = z.infer<ReturnType<typeof create>>;
