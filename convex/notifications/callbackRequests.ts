// What the job runner may say in a notification.
import * as z from "zod/mini";

const types = [
  "run_completed",
  "run_failed",
  "pr_created",
  "pr_merged",
  "pr_failed",
  "member_joined",
  "workflow_completed",
  "sprint_completed",
  "sprint_failed",
] as const;

export const create = () =>
  z.strictObject({
    projectId: z.string(),
    type: z.enum(types),
    title: z.string().check(z.trim(), z.minLength(1), z.maxLength(300)),
    body: z.optional(z.nullable(z.string().check(z.maxLength(10_000)))),
    runId: z.optional(z.nullable(z.string())),
  });

export type CreateRequest = z.infer<ReturnType<typeof create>>;
