// Which fields of a schedule go together. A request has some of them, and the task that it changes has the others.
import { invalid } from "../lib/errors";
import { omitNullish } from "../lib/omitNullish";
import { CronError, parseCron } from "./cron";
import type { Schedule } from "./schedule";
import type { Frequency } from "./schema";

/** A schedule with its zone. */
export interface ZonedSchedule extends Schedule {
  timezone: string;
}

export interface GivenSchedule {
  frequency?: Frequency | undefined;
  timezone?: string | undefined;
  scheduledHour?: number | null | undefined;
  scheduledMinute?: number | null | undefined;
  /** Null removes the days, so that the task runs every day. */
  daysOfWeek?: number[] | null | undefined;
  cron?: string | null | undefined;
}

export type NewSchedule = GivenSchedule & { frequency: Frequency; timezone: string };

/** Throws VALIDATION. */
export function newSchedule(given: NewSchedule): ZonedSchedule {
  return completed(given, given.frequency, given.timezone, given);
}

/** What is not given stays as it is in the task. Throws VALIDATION. */
export function changedSchedule(given: GivenSchedule, task: ZonedSchedule): ZonedSchedule {
  const { frequency = task.frequency, timezone = task.timezone } = given;
  const isStillDaily = frequency === "daily" && task.frequency === "daily";
  return completed(given, frequency, timezone, {
    // The times of a task with a cron mean nothing.
    scheduledHour: given.scheduledHour ?? (task.frequency === "cron" ? undefined : task.scheduledHour),
    scheduledMinute: given.scheduledMinute ?? (task.frequency === "cron" ? undefined : task.scheduledMinute),
    daysOfWeek: given.daysOfWeek === undefined && isStillDaily ? task.daysOfWeek : given.daysOfWeek,
    // A task cannot be without it, so null is refused where the frequency needs one.
    cron: given.cron === undefined ? task.cron : given.cron,
  });
}

/** `all` are the fields that are given, and those of the task. */
function completed(given: GivenSchedule, frequency: Frequency, timezone: string, all: GivenSchedule): ZonedSchedule {
  if (given.daysOfWeek != null && frequency !== "daily") {
    throw invalid("daysOfWeek", "daysOfWeek goes with the frequency daily only.");
  }
  if (frequency === "cron") return { ...time(all, "unused"), frequency, timezone, cron: readableCron(all.cron) };
  if (given.cron != null) throw invalid("cron", "cron goes with the frequency cron only.");
  const daysOfWeek = all.daysOfWeek?.toSorted((a, b) => a - b);
  return { ...time(all, "used"), frequency, timezone, ...omitNullish({ daysOfWeek }) };
}

function time({ scheduledHour, scheduledMinute }: GivenSchedule, use: "used" | "unused") {
  if (use === "used" && scheduledHour == null) {
    throw invalid("scheduledHour", "scheduledHour is required (whole number), except with the frequency cron.");
  }
  if (use === "used" && scheduledMinute == null) {
    throw invalid("scheduledMinute", "scheduledMinute is required (whole number), except with the frequency cron.");
  }
  return { scheduledHour: scheduledHour ?? 0, scheduledMinute: scheduledMinute ?? 0 };
}

function readableCron(cron: string | null | undefined): string {
  if (cron == null) throw invalid("cron", "cron is required with the frequency cron, such as 0 9 * * mon-fri.");
  try {
    parseCron(cron);
    return cron;
  } catch (error) {
    if (!(error instanceof CronError)) throw error;
    throw invalid("cron", `cron ${error.message}.`);
  }
}
