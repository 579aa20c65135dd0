// `switchyard tasks ...`: runs that recur.
import { command } from "../frame/command";
import { bold, dim, join } from "../terminal/text";
import { limit, showDone, showList, standardLimit, stateText, timeText } from "./show";
import { watchRun } from "./watch";

const taskArgument = { task: { about: "its id", known: "task" } } as const;

const list = command({
  name: "tasks list",
  about: "List recurring tasks",
  arguments: {},
  options: { limit },
  examples: [{ line: "switchyard tasks list", about: "With the time of their next run" }],
  run: async (context, { options }) => {
    await showList(context, {
      items: context.client().recurringTasks.list({}, { signal: context.signal }),
      limit: options.limit ?? standardLimit,
      columns: [
        { title: "TASK", of: ({ id }) => id, isWhole: true },
        { title: "TITLE", of: ({ title }) => bold(title) },
        { title: "FREQUENCY", of: ({ frequency, cron }) => cron ?? frequency },
        { title: "STATE", of: ({ isActive }) => (isActive ? stateText("active") : dim("off")), isWhole: true },
        { title: "TIME ZONE", of: ({ timezone }) => timezone },
      ],
      whenEmpty: "There are no recurring tasks.",
    });
  },
});

const preview = command({
  name: "tasks preview",
  about: "Show when a task runs next",
  arguments: taskArgument,
  options: {},
  examples: [{ line: "switchyard tasks preview <task>", about: "The next times, in your time zone" }],
  run: async (context, { args }) => {
    const task = await context.client().recurringTasks.get({ id: args.task }, { signal: context.signal });
    if (context.isJson) return context.terminal.json({ id: task.id, nextRuns: task.nextRuns });
    context.terminal.print(join(bold(task.title), dim(`  ${task.id}`)));
    for (const time of task.nextRuns) context.terminal.print(`  ${timeText(time)}`);
    if (task.nextRuns.length === 0) context.terminal.note("It does not run, because it is off.");
  },
});

const run = command({
  name: "tasks run",
  about: "Start a run of a task now",
  details: "The schedule of the task stays as it is.",
  arguments: taskArgument,
  options: { watch: { kind: "flag", about: "show what happens until the run is over" } },
  examples: [{ line: "switchyard tasks run <task>", about: "By its id" }],
  run: async (context, { args, options }) => {
    const started = await context.client().recurringTasks.run({ id: args.task }, { signal: context.signal });
    showDone(context, started, join("Started ", bold(`run ${started.runNumber}`), ` ${started.name}`));
    return options.watch ? await watchRun(context, started) : "ok";
  },
});

const switches = (
  [
    ["enable", true, "Let a task run at its times"],
    ["disable", false, "Let a task rest"],
  ] as const
).map(([verb, isActive, about]) =>
  command({
    name: `tasks ${verb}`,
    about,
    arguments: taskArgument,
    options: {},
    examples: [{ line: `switchyard tasks ${verb} <task>`, about: "By its id" }],
    run: async (context, { args }) => {
      const { signal } = context;
      const task = await context.client().recurringTasks.toggle({ id: args.task, isActive }, { signal });
      showDone(context, task, join(bold(task.title), ": ", task.isActive ? stateText("active") : dim("off")));
    },
  }),
);

export const tasks = [list, preview, run, ...switches];
