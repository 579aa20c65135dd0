// `switchyard jobs ...`: what runners have to do, and what they could not.
import { command } from "../frame/command";
import { omitUndefined } from "../frame/omitUndefined";
import { bold, join } from "../terminal/text";
import { limit, showDone, showList, standardLimit, stateText } from "./show";

const states = ["failed", "queued", "claimed"] as const;
const kinds = [
  "run.execute",
  "sprintChain.execute",
  "workChain.execute",
  "issueSession.scan",
  "answeringSession.continue",
  "merge.execute",
  "learning.extract",
  "sandbox.message",
  "sandbox.devServer",
  "repository.check",
  "run.continue",
  "pullRequest.look",
] as const;

const list = command({
  name: "jobs list",
  about: "List jobs that have failed for good, or those that wait or run",
  arguments: {},
  options: {
    status: { kind: "choice", values: states, about: "in this state (failed)" },
    kind: { kind: "choice", values: kinds, about: "only of this kind" },
    limit,
  },
  examples: [
    { line: "switchyard jobs list", about: "What has failed for good, with the reasons" },
    { line: "switchyard jobs list --status queued --json", about: "What waits for a runner" },
  ],
  run: async (context, { options: { status = "failed", kind, limit: most } }) => {
    await showList(context, {
      items: context.client().jobs.list({ status, ...omitUndefined({ kind }) }, { signal: context.signal }),
      limit: most ?? standardLimit,
      columns: [
        { title: "JOB", of: ({ id }) => bold(id), isWhole: true },
        { title: "KIND", of: (job) => job.kind, isWhole: true },
        { title: "STATUS", of: (job) => stateText(job.status), isWhole: true },
        { title: "ATTEMPTS", of: ({ attempt }) => String(attempt), isWhole: true },
        { title: "ERROR", of: ({ error }) => error },
      ],
      whenEmpty: "There are no such jobs.",
    });
  },
});

const redrive = command({
  name: "jobs redrive",
  about: "Start again what a job was for that has failed for good",
  arguments: { job: { about: "its id" } },
  options: {},
  examples: [{ line: "switchyard jobs redrive <failed job>", about: "When its cause is mended" }],
  run: async (context, { args }) => {
    const job = await context.client().jobs.redrive({ jobId: args.job }, { signal: context.signal });
    showDone(context, job, join("Queued ", bold(job.id), ` ${job.kind}`));
  },
});

export const jobs = [list, redrive];
