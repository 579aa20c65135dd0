// ctx.scheduler of mutations, as part of the mutation's commit.
import { findToSchedule } from "../deployment/deployment";
import { cancelJob, checkedJob, insertJob } from "../jobs/jobs";
import { addressOf, passedArguments } from "./scope";
import type { MutationCall } from "./transactionRun";

export const scheduleCalls: Record<string, MutationCall> = {
  "1.0/schedule": (run, args) => {
    const callee = findToSchedule(addressOf(run, args));
    const job = checkedJob(callee, args["ts"], passedArguments(args), run.start.now);
    run.transaction.usage.add("functionsScheduled", 1);
    run.transaction.usage.add("scheduledFunctionArgsBytes", job.argsBytes);
    const id = insertJob(run.transaction, run.component.path, job, run.context.job);
    run.transaction.afterCommit.push(() => run.parts.wake(job.at));
    return JSON.stringify(id);
  },
  "1.0/cancel_job": (run, args) => {
    run.transaction.usage.add("databaseQueries", 1);
    cancelJob(run.transaction, run.component.path, args["id"]);
    return "null";
  },
};
