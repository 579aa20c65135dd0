// `switchyard runs continue`, `runs feedback` and `feedback ...`: what was said about a run, and its next round.
import { command } from "../frame/command";
import { omitUndefined } from "../frame/omitUndefined";
import { bold, dim, green, join, red } from "../terminal/text";
import { runIdOf } from "./find";
import type { Feedback } from "./types";
import { ageText, limit, showDone, showList, standardLimit, stateText } from "./show";
import { watchRun } from "./watch";

const runArgument = { run: { about: "its number or id", known: "run" } } as const;
const states = ["open", "handled", "ignored", "resolved"] as const;

const next = command({
  name: "runs continue",
  about: "Let a run that is over continue on its branch, with its pull request",
  details: "Without --prompt and --feedback the round is about all that is open and trusted.",
  arguments: runArgument,
  options: {
    prompt: { kind: "text", value: "text", about: "what the agent should do in this round" },
    feedback: { kind: "text", value: "ids", about: "what it is about, with commas between the ids" },
    watch: { kind: "flag", about: "show what happens until the run is over" },
  },
  examples: [
    { line: 'switchyard runs continue <failed run> --prompt "Also the docs."', about: "With something more to do" },
    { line: "switchyard runs continue <run with feedback>", about: "With what checks and reviewers have said" },
  ],
  run: async (context, { args, options }) => {
    const runId = await runIdOf(context, args.run);
    const feedbackIds = options.feedback?.split(",").map((id) => id.trim());
    const fields = omitUndefined({ prompt: options.prompt, feedbackIds });
    const run = await context.client().runs.continue({ runId, ...fields }, { signal: context.signal });
    showDone(context, run, join(bold(`Run ${run.runNumber}`), `: round ${run.round}, `, stateText(run.status)));
    return options.watch ? await watchRun(context, run) : "ok";
  },
});

const list = command({
  name: "runs feedback",
  about: "List what checks, reviewers and people have said about a run",
  arguments: runArgument,
  options: { status: { kind: "choice", values: states, about: "in this state (all)" }, limit },
  examples: [
    { line: "switchyard runs feedback <run with feedback>", about: "What is open, and what a round has handled" },
  ],
  run: async (context, { args, options }) => {
    const id = await runIdOf(context, args.run);
    const filter = omitUndefined({ status: options.status });
    await showList(context, {
      items: context.client().runs.feedback({ id, ...filter }, { signal: context.signal }),
      limit: options.limit ?? standardLimit,
      columns: [
        { title: "FEEDBACK", of: ({ id }) => id, isWhole: true },
        { title: "KIND", of: ({ kind }) => kind, isWhole: true },
        { title: "TITLE", of: ({ title }) => bold(title) },
        { title: "BY", of: authorText },
        { title: "ABOUT", of: ({ path, line }) => (path === null ? "" : `${path}${line === null ? "" : `:${line}`}`) },
        {
          title: "STATUS",
          of: ({ status, round }) => (round === null ? status : `${status} in round ${round}`),
          isWhole: true,
        },
        { title: "AGE", of: ({ at }) => ageText(new Date(at).toISOString()), isWhole: true },
      ],
      whenEmpty: "There is no such feedback.",
    });
  },
});

/** What is not trusted steers nothing until somebody names it. */
function authorText({ author, isTrusted }: Feedback) {
  return join(author?.login ?? "", author === null ? "" : " ", isTrusted ? green("trusted") : red("not trusted"));
}

const add = command({
  name: "feedback add",
  about: "Say something about a run, which its next round is given",
  arguments: { ...runArgument, text: { about: "what" } },
  options: {
    path: { kind: "text", value: "path", about: "the file that it is about" },
    line: { kind: "number", value: "number", min: 1, max: 10_000_000, about: "the line in the file" },
  },
  examples: [{ line: 'switchyard feedback add <run> "The page lacks a title."', about: "For the next round" }],
  run: async (context, { args, options }) => {
    const runId = await runIdOf(context, args.run);
    const fields = omitUndefined({ path: options.path, line: options.line });
    const { signal } = context;
    const item = await context.client().runs.feedback.add({ runId, text: args.text, ...fields }, { signal });
    showDone(context, item, join(bold(item.title), dim(`  ${item.id}`)));
  },
});

const changes = (["ignore", "reopen"] as const).map((verb) =>
  command({
    name: `feedback ${verb}`,
    about: { ignore: "Give an item of feedback to no round", reopen: "Open an item of feedback again" }[verb],
    arguments: { feedback: { about: "its id" } },
    options: {},
    examples: [{ line: `switchyard feedback ${verb} <feedback>`, about: "By its id" }],
    run: async (context, { args }) => {
      const { signal } = context;
      const request = { feedbackIds: [args.feedback] };
      const changed = await context.client().runs.feedback[verb](request, { signal });
      const [item] = changed.feedback;
      showDone(context, changed, join(bold(item?.title ?? args.feedback), `: ${item?.status ?? ""}`));
    },
  }),
);

export const rounds = [next, list, add, ...changes];
