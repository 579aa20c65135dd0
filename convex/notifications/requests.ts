import * as z from "zod/mini";
import { pageBounds } from "../api/pagination";
import { pageParameters, nonEmptyText } from "../api/parameters";
import { trimmedText } from "../lib/fields";
import { notificationTypes } from "./types";

export const list = () =>
  z.strictObject({ filter: z.optional(z.enum(["unread", "all"])), ...pageParameters(pageBounds.notifications) });

export const one = () => z.strictObject({ notificationId: nonEmptyText() });

export type ListRequest = z.infer<ReturnType<typeof list>>;

// The schema of the job runner's operation that notifies members.

export const create = () =>
  z.strictObject({
    projectId: z.string(),
    type: z.enum(notificationTypes),
    title: trimmedText(300),
    body: z.optional(z.nullable(z.string().check(z.maxLength(10_000)))),
    runId: z.optional(z.nullable(z.string())),
  });

export type CreateRequest = z.infer<ReturnType<typeof create>>;

export const ofRun = () => z.strictObject({ runId: nonEmptyText() });
