// `switchyard runs ...`: what has become of runs, and what people do to them.
import { command } from "../frame/command";
import type { Context } from "../frame/context";
import { omitUndefined } from "../frame/omitUndefined";
import { bold, green, join, red } from "../terminal/text";
import type { Text } from "../terminal/text";
import { bulk } from "./bulk";
import { findRun, runIdOf } from "./find";
import { proofs } from "./proof";
import type { Run, RunSummary } from "./types";
import {
  ageText,
  dollars,
  durationText,
  limit,
  showDone,
  showFields,
  showList,
  standardLimit,
  stateText,
  timeText,
  titleOf,
} from "./show";
import { states } from "./states";
import { waitingText } from "./waiting";
import { watchRun } from "./watch";

const runArgument = { run: { about: "its number or id", known: "run" } } as const;

const list = command({
  name: "runs list",
  about: "List runs, the newest first",
  arguments: {},
  options: {
    status: { kind: "choice", values: states, about: "only runs in this state" },
    label: { kind: "text", value: "label", about: "only runs with this label" },
    search: { kind: "text", value: "words", about: "only runs with these words" },
    limit,
  },
  examples: [
    { line: "switchyard runs list --status running", about: "What agents work on now" },
    { line: "switchyard runs list --label nightly", about: "The runs with a label" },
    { line: "switchyard runs list --limit 200 --json", about: "The last 200 runs, one line of JSON for each" },
  ],
  run: async (context, { options }) => {
    const filter = omitUndefined({ status: options.status, label: options.label, search: options.search });
    await showList(context, {
      items: context.client().runs.list(filter, { signal: context.signal }),
      limit: options.limit ?? standardLimit,
      columns: [
        { title: "RUN", of: ({ runNumber }) => bold(String(runNumber)), isWhole: true },
        { title: "NAME", of: ({ name }) => name },
        { title: "STATUS", of: statusOf, isWhole: true },
        { title: "DOING", of: ({ currentStepLabel }) => currentStepLabel },
        { title: "WORKFLOW", of: ({ workflow }) => workflow.name },
        { title: "COST", of: ({ costUsd }) => dollars(costUsd), isWhole: true },
        { title: "AGE", of: ({ createdAt }) => ageText(createdAt), isWhole: true },
      ],
      whenEmpty: "There are no such runs.",
    });
  },
});

function statusOf({ status, openQuestions }: RunSummary) {
  return openQuestions === 0 ? stateText(status) : join(stateText(status), " asks");
}

const get = command({
  name: "runs get",
  about: "Show a run",
  arguments: runArgument,
  options: {},
  examples: [
    { line: "switchyard runs get 1", about: "Show the first run of the project" },
    { line: "switchyard runs get <run> --json", about: "All that the service knows about a run" },
  ],
  run: async (context, { args }) => {
    const run = await findRun(context, args.run);
    if (context.isJson) return context.terminal.json(run);
    showRun(context, run);
  },
});

function showRun(context: Context, run: Run): void {
  const steps = run.steps.filter(({ attempt }) => attempt === run.attempt);
  showFields(context, titleOf(`Run ${run.runNumber} ${run.name}`, run.id), [
    ["status", statusOf(run)],
    ["waiting", run.waiting === null ? null : waitingText(run.waiting)],
    ["paused", run.status === "paused" && run.pauseReason === "budget" ? "because a budget is reached" : null],
    ["asks", asksText(run)],
    ["doing", run.completedAt === null ? run.currentStepLabel : null],
    ["error", run.error ?? run.failureReason],
    ["workflow", run.workflow.name],
    ["attempt", run.attempt],
    ["round", run.round === 0 ? null : run.round],
    ["repository", run.gitRepoUrl],
    ["base branch", run.branchName],
    ["branch", run.resultBranch],
    ["pull request", pullRequestText(run)],
    ["checks", checksText(run)],
    ["proof", run.proofStatus === "none" ? null : stateText(run.proofStatus)],
    ["accepted", run.acceptedBy === null ? null : `by ${run.acceptedBy.name}: ${run.acceptedReason ?? ""}`],
    ["cost", costText(run)],
    ["tokens", tokensText(run)],
    ["issue", run.issueId],
    ["priority", run.priority === 0 ? null : run.priority],
    ["conflict key", run.conflictKey],
    ["labels", run.labels.length === 0 ? null : run.labels.join(", ")],
    ["started by", run.startedBy?.name],
    ["created", timeText(run.createdAt)],
    ["took", run.durationMs === null ? null : durationText(run.durationMs)],
    ["dashboard", run.dashboardUrl],
    ["prompt", run.prompt],
    ...steps.map((step) => [`step ${step.stepIndex}`, stepText(step)] as const),
  ]);
}

function asksText({ openQuestions, runNumber }: Run): string | null {
  if (openQuestions === 0) return null;
  const questions = openQuestions === 1 ? "a question" : `${openQuestions} questions`;
  return `${questions}: switchyard questions list --run ${runNumber}`;
}

function pullRequestText({ prUrl, pullRequest }: Run): Text | null {
  if (pullRequest === null) return prUrl;
  return join(`${pullRequest.url} `, stateText(pullRequest.state));
}

function checksText({ ciChecks }: Run): Text | null {
  if (ciChecks === null) return null;
  const { status, checks } = ciChecks;
  if (checks.length === 0) return stateText(status);
  return `${checks.filter((check) => check.status === "success").length} of ${checks.length} passed`;
}

/** The service leaves out of the sum what it knows no price of. */
function costText({ costUsd, unratedRecords }: Run): string {
  return unratedRecords === 0 ? dollars(costUsd) : `${dollars(costUsd)}, and more of unknown cost`;
}

function tokensText({ steps, hasMoreSteps }: Run): string | null {
  const tokens = steps.reduce((sum, { tokenUsage: of }) => sum + of.inputTokens + of.outputTokens, 0);
  return tokens === 0 ? null : `${tokens}${hasMoreSteps ? " and more" : ""}`;
}

function stepText({ name, status, startedAt, completedAt, keptFromAttempt, verdict }: Run["steps"][number]): Text {
  const took = startedAt === null || completedAt === null ? "" : `, ${durationText(completedAt - startedAt)}`;
  const kept = keptFromAttempt === null ? "" : `, kept from attempt ${keptFromAttempt}`;
  const judged = verdict === null ? "" : join(", ", verdict.pass ? green("has passed") : red("has not passed"));
  return join(`${name} `, stateText(status), took, kept, judged);
}

const watch = command({
  name: "runs watch",
  about: "Follow a run until it is over",
  details: "The exit code is 0 when the run is completed, and 1 when it has failed or was cancelled.",
  arguments: runArgument,
  options: {},
  examples: [
    { line: "switchyard runs watch 1", about: "Show what has happened and what happens" },
    { line: "switchyard runs watch 1 --json", about: "The events of a run, one line of JSON for each" },
  ],
  run: async (context, { args }) => await watchRun(context, await findRun(context, args.run)),
});

const restart = command({
  name: "runs restart",
  about: "Start another attempt of a run that is over",
  arguments: runArgument,
  options: {
    fromStep: {
      kind: "number",
      value: "index",
      min: 0,
      max: 100_000,
      about: "keep the results of the steps before it",
    },
    prompt: { kind: "text", value: "text", about: "another prompt" },
    watch: { kind: "flag", about: "show what happens until the run is over" },
  },
  examples: [
    { line: "switchyard runs restart <failed run> --from-step 0", about: "Once more, from the first step" },
    { line: 'switchyard runs restart <failed run> --prompt "Use the tests."', about: "Once more, with another prompt" },
  ],
  run: async (context, { args, options }) => {
    const runId = await runIdOf(context, args.run);
    const fields = omitUndefined({ fromStep: options.fromStep, prompt: options.prompt });
    const run = await context.client().runs.restart({ runId, ...fields }, { signal: context.signal });
    showDone(context, run, join(bold(`Run ${run.runNumber}`), `: attempt ${run.attempt}, `, stateText(run.status)));
    return options.watch ? await watchRun(context, run) : "ok";
  },
});

/** The commands that only move a run to another state. */
const moves = (["cancel", "pause", "resume"] as const).map((verb) =>
  command({
    name: `runs ${verb}`,
    about: { cancel: "Cancel a run", pause: "Pause a run that works", resume: "Let a run continue" }[verb],
    arguments: runArgument,
    options: {},
    examples: [
      {
        line: `switchyard runs ${verb} <${{ cancel: "run", pause: "running run", resume: "paused run" }[verb]}>`,
        about: "By its id; its number does as well",
      },
    ],
    run: async (context, { args }) => {
      const runId = await runIdOf(context, args.run);
      const run = await context.client().runs[verb]({ runId }, { signal: context.signal });
      showDone(context, run, join(bold(`Run ${run.runNumber}`), ": ", stateText(run.status)));
    },
  }),
);

export const runs = [list, get, watch, restart, ...moves, ...proofs, bulk];
