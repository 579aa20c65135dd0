// `switchyard queue`: the runs that wait, and what for.
import { command } from "../frame/command";
import { bold } from "../terminal/text";
import { limit, showList, standardLimit } from "./show";

export const queue = command({
  name: "queue",
  about: "List the runs that wait, in the order in which they would start",
  details:
    "Each says what it waits for: a runner, room in its workflow or project, another run with its conflict key, a budget, " +
    "a provider of models, or its time.",
  arguments: {},
  options: { limit },
  examples: [{ line: "switchyard queue", about: "What starts next, and what holds the others" }],
  run: async (context, { options }) => {
    await showList(context, {
      items: context.client().queue.list({}, { signal: context.signal }),
      limit: options.limit ?? standardLimit,
      columns: [
        { title: "RUN", of: ({ runNumber }) => String(runNumber), isWhole: true },
        { title: "NAME", of: ({ name }) => bold(name) },
        { title: "WORKFLOW", of: ({ workflowName }) => workflowName },
        { title: "PRIORITY", of: ({ priority }) => String(priority), isWhole: true },
        { title: "WAITS FOR", of: ({ waiting }) => waiting.reason, isWhole: true },
        { title: "KEY", of: ({ conflictKey }) => conflictKey ?? "" },
      ],
      whenEmpty: "There are no runs that wait.",
    });
  },
});
