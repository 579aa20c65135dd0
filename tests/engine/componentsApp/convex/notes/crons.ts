import { cronJobs, makeFunctionReference } from "convex/server";

const crons = cronJobs();
// The cron first runs at the push. It does not run again during a test.
crons.interval("tick", { hours: 24 }, makeFunctionReference<"mutation">("lib:tick"));
export default crons;
