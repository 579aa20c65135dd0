import * as z from "zod/mini";
import { pageOnly } from "../api/parameters";
import { isTimeZone } from "../lib/timeZones";
import { trimmedText } from "../lib/fields";
import { queueFields } from "../queue/schedulingFields";
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

const day = () => z.int().check(z.minimum(1), z.maximum(7));
const daysOfWeek = () =>
  z.array(day()).check(
    z.minLength(1),
    z.maxLength(7),
    z.refine((days) => new Set(days).size === days.length, "must name each day once"),
  );
const cron = () => z.string().check(z.trim(), z.maxLength(200));

/** Which of these fields go together is checked by completeSchedule. */
const schedule = () => ({
  frequency: frequency(),
  timezone: timezone(),
  scheduledHour: z.optional(z.nullable(hour())),
  scheduledMinute: z.optional(z.nullable(minute())),
  daysOfWeek: z.optional(z.nullable(daysOfWeek())),
  cron: z.optional(z.nullable(cron())),
});

/** How much later than its schedule a task may fire, and after how many failed runs in a row it is switched off. */
const firingFields = () => ({
  jitterSeconds: z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(3600)))),
  pauseAfterFailures: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(20)))),
});

export const create = () =>
  z.strictObject({
    title: title(),
    description: z.optional(z.nullable(description())),
    prompt: prompt(),
    targetWorkflowId: z.string(),
    ...schedule(),
    ...firingFields(),
    ...queueFields(),
  });

export const preview = () => z.strictObject(schedule());

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
    daysOfWeek: z.optional(z.nullable(daysOfWeek())),
    cron: z.optional(z.nullable(cron())),
    ...firingFields(),
    ...queueFields(),
  });

/** Without `isActive` the task is switched to the other state. */
export const toggle = () => z.strictObject({ isActive: z.optional(z.nullable(z.boolean())) });

export type PreviewRequest = z.infer<ReturnType<typeof preview>>;
export type CreateRequest = z.infer<ReturnType<typeof create>>;
export type UpdateRequest = z.infer<ReturnType<typeof update>>;
export type ToggleRequest = z.infer<ReturnType<typeof toggle>>;
