// The schedule of a task in words, and times in the zones of the task and of the person.
import type { FunctionReturnType } from "convex/server";
import type { api } from "#convex/_generated/api";
import { frequencies } from "#convex/recurringTasks/schedule";
import { localTimeZone } from "../../domain/times/localTimeZone";
import { formats, formatMoment } from "../../parts/timeFormat";

export type Task = FunctionReturnType<typeof api.recurringTasks.dashboard.list>["page"][number];
export type TaskDetail = FunctionReturnType<typeof api.recurringTasks.dashboard.get>;
type Frequency = (typeof frequencies)[number];

const words: Record<Frequency, string> = {
  daily: "Every day",
  every_other_day: "Every other day",
  weekly: "Every week",
  biweekly: "Every two weeks",
  monthly: "Every month",
  cron: "By a cron expression",
};

export const frequencyChoices = frequencies.map((value) => ({ value, label: words[value] }));

/** As requests number them: Monday is 1. */
export const dayChoices = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"].map((label, index) => ({
  value: String(index + 1),
  label,
}));

type Schedule = Pick<Task, "frequency" | "scheduledHour" | "scheduledMinute" | "daysOfWeek" | "cron" | "timezone">;

export function scheduleText({ frequency, timezone, daysOfWeek, cron, ...time }: Schedule): string {
  if (cron !== null) return `Cron ${cron}, ${timezone}`;
  const how = frequencyChoices.find(({ value }) => value === frequency)?.label ?? frequency;
  return `${daysOfWeek === null ? how : daysText(daysOfWeek)} at ${timeOfDayText(time)}, ${timezone}`;
}

/** In the reader's own format, like all other times. */
function timeOfDayText({
  scheduledHour,
  scheduledMinute,
}: Pick<Schedule, "scheduledHour" | "scheduledMinute">): string {
  return formatMoment(formats.clock, new Date(2000, 0, 1, scheduledHour ?? 9, scheduledMinute ?? 0).getTime());
}

function daysText(daysOfWeek: readonly number[]): string {
  if (daysOfWeek.join() === "1,2,3,4,5") return "On weekdays";
  const chosen = dayChoices.filter(({ value }) => daysOfWeek.includes(Number(value)));
  return `Every ${chosen.map(({ label }) => label).join(", ")}`;
}

/** As a field of the type `time` has it, such as 07:30. A cron has no time of day, so it is nine then. */
export function clockText({
  scheduledHour,
  scheduledMinute,
}: Pick<Schedule, "scheduledHour" | "scheduledMinute">): string {
  return `${twoDigits(scheduledHour ?? 9)}:${twoDigits(scheduledMinute ?? 0)}`;
}

export const localTimeText = (at: string): string => timeTextIn(at, localTimeZone);

export function timeTextIn(at: string, timeZone: string): string {
  const format = new Intl.DateTimeFormat(undefined, {
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
    timeZone,
  });
  return formatMoment(format, at);
}

function twoDigits(count: number): string {
  return String(count).padStart(2, "0");
}
