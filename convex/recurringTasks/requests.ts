import * as z from "zod/mini";
import { pageOnly } from "../api/parameters";
import { isTimeZone } from "../lib/timeZones";
import { trimmedText } from "../lib/fields";
import { maxPromptLength } from "../runs/fields";
import { frequencies } from "./schedule";

export const list = pageOnly;

const title = () => trimmedText(200);
const description = () => z.string().check(z.maxLength(10_000));
const prompt = () => trimmedText(maxPromptLength);
const frequency = () => z.enum(frequencies);
const timezone = () =>
  z
    .string()
    .check(z.trim(), z.maxLength(100), z.refine(isTimeZone, "must be an IANA time zone, such as Europe/Berlin"));
const hour = () => z.int().check(z.minimum(0), z.maximum(23));
const minute = () => z.int().check(z.minimum(0), z.maximum(59));

export const create = () =>
  z.strictObject({
    title: title(),
    description: z.optional(z.nullable(description())),
    prompt: prompt(),
    frequency: frequency(),
    targetWorkflowId: z.string(),
    timezone: timezone(),
    scheduledHour: hour(),
    scheduledMinute: minute(),
  });

/** Only the given fields change. */
export const update = () =>
  z.strictObject({
    title: z.optional(title()),
    description: z.optional(z.nullable(description())),
    prompt: z.optional(prompt()),
    frequency: z.optional(frequency()),
    targetWorkflowId: z.optional(z.string()),
    timezone: z.optional(timezone()),
    scheduledHour: z.optional(hour()),
    scheduledMinute: z.optional(minute()),
  });

/** Without `isActive` the task is switched to the other state. */
export const toggle = () => z.strictObject({ isActive: z.optional(z.boolean()) });

export type CreateRequest = z.infer<ReturnType<typeof create>>;
export type UpdateRequest = z.infer<ReturnType<typeof update>>;
export type ToggleRequest = z.infer<ReturnType<typeof toggle>>;
