// The schedule of a task in words, and times in the zones of the task and of the person.
import type { FunctionReturnType } from "convex/server";
import type { api } from "#convex/_generated/api";
import { frequencies } from "#convex/recurringTasks/schedule";
import { formatMoment } from "../../parts/moments";

export type Task = FunctionReturnType<typeof api.recurringTasks.dashboard.list>["page"][number];
export type TaskDetail = FunctionReturnType<typeof api.recurringTasks.dashboard.get>;
type Frequency = (typeof frequencies)[number];

export const localTimeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

const words: Record<Frequency, string> = {
  daily: "Every day",
  every_other_day: "Every other day",
  weekly: "Every week",
  biweekly: "Every two weeks",
  monthly: "Every month",
};

export const frequencyChoices = frequencies.map((value) => ({ value, label: words[value] }));

type Schedule = Pick<Task, "frequency" | "scheduledHour" | "scheduledMinute" | "timezone">;

export function scheduleText({ frequency, timezone, ...time }: Schedule): string {
  const how = frequencyChoices.find(({ value }) => value === frequency)?.label ?? frequency;
  return `${how} at ${clockText(time)}, ${timezone}`;
}

/** As a field of the type `time` has it, such as 07:30. */
export function clockText({
  scheduledHour,
  scheduledMinute,
}: Pick<Schedule, "scheduledHour" | "scheduledMinute">): string {
  return `${twoDigits(scheduledHour)}:${twoDigits(scheduledMinute)}`;
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
