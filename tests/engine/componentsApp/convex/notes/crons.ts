import { cronJobs, makeFunctionReference } from "convex/server";

const crons = cronJobs();
// The first run comes with the push; the second not while a test lasts.
crons.interval("tick", { hours: 24 }, makeFunctionReference<"mutation">("lib:tick"));
export default crons;
