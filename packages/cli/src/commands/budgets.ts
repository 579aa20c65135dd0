// `switchyard budgets ...`: what runs may cost.
import { command } from "../frame/command";
import { Failure } from "../frame/failure";
import { omitUndefined } from "../frame/omitUndefined";
import { bold, join } from "../terminal/text";
import { dollars, limit, showDone, showList, standardLimit, stateText, timeText } from "./show";

const list = command({
  name: "budgets list",
  about: "List budgets, with what is spent",
  arguments: {},
  options: { limit },
  examples: [{ line: "switchyard budgets list", about: "What is left of each" }],
  run: async (context, { options }) => {
    await showList(context, {
      items: context.client().budgets.list({}, { signal: context.signal }),
      limit: options.limit ?? standardLimit,
      columns: [
        { title: "BUDGET", of: ({ id }) => id, isWhole: true },
        { title: "NAME", of: ({ name }) => bold(name) },
        { title: "FOR", of: ({ scope }) => scope.id ?? scope.type, isWhole: true },
        { title: "SPENT", of: ({ spentUsd }) => dollars(spentUsd), isWhole: true },
        { title: "LIMIT", of: ({ limitUsd }) => dollars(limitUsd), isWhole: true },
        { title: "PERIOD", of: ({ period }) => period, isWhole: true },
        { title: "STATE", of: ({ state }) => stateText(state), isWhole: true },
        { title: "ENDS", of: ({ periodEnd }) => timeText(periodEnd), isWhole: true },
      ],
      whenEmpty: "There are no budgets.",
    });
  },
});

const periods = ["day", "week", "month", "total"] as const;
const actions = ["notify", "pause", "cancel"] as const;

const create = command({
  name: "budgets create",
  about: "Limit what runs cost",
  details: "It counts what is spent from now on. At the limit it only notifies, unless --action says otherwise.",
  arguments: { name: { about: "for people" } },
  options: {
    usd: { kind: "text", value: "amount", about: "the limit in dollars" },
    period: { kind: "text", value: "period", about: "day, week, month or total (month)" },
    workflow: {
      kind: "text",
      value: "id",
      about: "only runs of this workflow (all of the project)",
      known: "workflow",
    },
    action: { kind: "text", value: "action", about: "at the limit: notify, pause or cancel (notify)" },
    timezone: { kind: "text", value: "zone", about: "whose clocks begin a period, such as Europe/Berlin (UTC)" },
  },
  examples: [
    {
      line: "switchyard budgets create Month --usd 200 --action pause",
      about: "Pause all runs of the project at $200",
    },
  ],
  run: async (context, { args, options }) => {
    const { usd, workflow, timezone } = options;
    const limitUsd = Number(usd ?? "");
    if (!(limitUsd > 0)) throw new Failure("usage", "Say the limit in dollars, such as --usd 200.");
    const period = oneOf("period", periods, options.period ?? "month");
    const action = oneOf("action", actions, options.action ?? "notify");
    const scope = workflow === undefined ? ({ type: "project" } as const) : { type: "workflow" as const, id: workflow };
    const fields = { name: args.name, scope, limitUsd, period, action, ...omitUndefined({ timezone }) };
    const made = await context.client().budgets.create(fields, { signal: context.signal });
    showDone(context, made, join("Made the budget ", bold(made.name), ` (${made.id}): `, dollars(made.limitUsd)));
  },
});

function oneOf<Value extends string>(option: string, values: readonly Value[], text: string): Value {
  const found = values.find((value) => value === text);
  if (found === undefined) throw new Failure("usage", `--${option} is one of ${values.join(", ")}.`);
  return found;
}

const remove = command({
  name: "budgets delete",
  about: "Delete a budget",
  details: "What it has paused is resumed.",
  arguments: { budget: { about: "its id" } },
  options: {},
  examples: [{ line: "switchyard budgets delete <budget>", about: "By its id" }],
  run: async (context, { args }) => {
    const deleted = await context.client().budgets.delete({ id: args.budget }, { signal: context.signal });
    showDone(context, deleted, `The budget ${deleted.id} is deleted.`);
  },
});

export const budgets = [list, create, remove];
