// One cron that is always due, one that is due once in a test (at the push), and one that is never due in a test.
import { cronJobs, makeFunctionReference } from "convex/server";

const crons = cronJobs();
const tick = makeFunctionReference<"mutation", { cron: string }>("ticks:tick");

crons.interval("every second", { seconds: 1 }, tick, { cron: "every second" });
crons.interval("every hour", { hours: 1 }, tick, { cron: "every hour" });
crons.monthly("first of the month", { day: 1, hourUTC: 3, minuteUTC: 17 }, tick, { cron: "first of the month" });

export default crons;
