// ctx.scheduler of mutations, as part of the mutation's commit.
import { findToSchedule } from "../deployment/deployment";
import { cancelJob, checkedJob, insertJob } from "../jobs/jobs";
import { addressOf, passedArguments } from "./scope";
import type { MutationCall, MutationRun } from "./transactionRun";

/** What a newer version of the convex package makes an error. */
function keepOwnJob({ parts, context }: MutationRun): string {
  const message =
    "A scheduled mutation canceling itself is deprecated and will throw an error in a future version of Convex.";
  context.lines.push({ level: "WARN", at: parts.now(), message });
  return "null";
}

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
    if (run.context.job !== null && run.context.job.id === args["id"]) return keepOwnJob(run);
    cancelJob(run.transaction, run.component.path, args["id"]);
    return "null";
  },
};
