// What is cleared away from time to time, in batches.
import { cronJobs } from "convex/server";
import { internal } from "./_generated/api";

const crons = cronJobs();
crons.interval("fold the uses of API keys", { minutes: 5 }, internal.apiKeys.jobs.fold);
crons.interval("sweep the answers of repeatable requests", { minutes: 30 }, internal.idempotency.jobs.sweep);

export default crons;
