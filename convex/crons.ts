// What is done by the clock, in batches.
import { cronJobs } from "convex/server";
import { internal } from "./_generated/api";

const crons = cronJobs();
crons.interval("fold the uses of API keys", { minutes: 5 }, internal.apiKeys.jobs.fold);
crons.interval("sweep the answers of repeatable requests", { minutes: 30 }, internal.idempotency.jobs.sweep);
crons.interval("put back the jobs of lost runners", { minutes: 1 }, internal.jobs.jobs.release);
crons.interval("sweep jobs that ended long ago", { hours: 1 }, internal.jobs.jobs.sweep);
crons.interval("fire recurring tasks that have no wake", { minutes: 10 }, internal.recurringTasks.jobs.fire);
crons.interval("remove what runs were given", { minutes: 5 }, internal.deliveries.jobs.sweep);
crons.interval("release scheduled runs that have no wake", { minutes: 1 }, internal.runs.jobs.releaseAllDue);

export default crons;
