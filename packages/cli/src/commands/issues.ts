// `switchyard issues ...`.
import { command } from "../frame/command";
import { Failure } from "../frame/failure";
import { omitUndefined } from "../frame/omitUndefined";
import { bold, dim, join } from "../terminal/text";
import type { Issue } from "./types";
import { ageText, limit, showDone, showFields, showList, standardLimit, stateText, timeText, titleOf } from "./show";

const states = ["open", "in_progress", "resolved", "closed"] as const;
const priorities = ["low", "medium", "high", "critical"] as const;
const issueArgument = { issue: { about: "its id", known: "issue" } } as const;
const priority = { kind: "choice", values: priorities, about: "how important it is" } as const;
const description = { kind: "text", value: "text", about: "what is wrong, and where" } as const;
const suggestedPrompt = { kind: "text", value: "text", about: "the prompt for the run that solves it" } as const;

const list = command({
  name: "issues list",
  about: "List issues, the newest first",
  arguments: {},
  options: {
    status: { kind: "choice", values: states, about: "only issues in this state" },
    priority: { kind: "choice", values: priorities, about: "only issues of this priority" },
    search: { kind: "text", value: "words", about: "only issues with these words" },
    limit,
  },
  examples: [
    { line: "switchyard issues list --status open", about: "What is not solved yet" },
    { line: "switchyard issues list --priority high --json", about: "One line of JSON for each issue" },
  ],
  run: async (context, { options }) => {
    const { status, priority, search } = options;
    await showList(context, {
      items: context.client().issues.list(omitUndefined({ status, priority, search }), { signal: context.signal }),
      limit: options.limit ?? standardLimit,
      columns: [
        { title: "ISSUE", of: ({ id }) => id, isWhole: true },
        { title: "TITLE", of: ({ title }) => bold(title) },
        { title: "STATUS", of: ({ status }) => stateText(status), isWhole: true },
        { title: "PRIORITY", of: ({ priority }) => stateText(priority), isWhole: true },
        { title: "AGE", of: ({ createdAt }) => ageText(createdAt), isWhole: true },
      ],
      whenEmpty: "There are no such issues.",
    });
  },
});

const get = command({
  name: "issues get",
  about: "Show an issue",
  arguments: issueArgument,
  options: {},
  examples: [{ line: "switchyard issues get <issue>", about: "All of its text" }],
  run: async (context, { args }) => {
    const issue = await context.client().issues.get({ id: args.issue }, { signal: context.signal });
    if (context.isJson) return context.terminal.json(issue);
    showFields(context, titleOf(issue.title, issue.id), [
      ["status", stateText(issue.status)],
      ["priority", stateText(issue.priority)],
      ["run", issue.runId],
      ["created", timeText(issue.createdAt)],
      ["resolved", timeText(issue.resolvedAt)],
      ["prompt", issue.suggestedPrompt],
    ]);
    if (issue.description === null) return;
    context.terminal.print("");
    context.terminal.printText(issue.description);
  },
});

const create = command({
  name: "issues create",
  about: "File an issue",
  arguments: { title: { about: "what it is about, in a sentence" } },
  options: { description, priority, suggestedPrompt },
  examples: [
    { line: 'switchyard issues create "The search ignores umlauts"', about: "A title alone" },
    {
      line: 'switchyard issues create "Slow start" --priority high --description "It takes 8 seconds."',
      about: "With more about it",
    },
  ],
  run: async (context, { args, options }) => {
    const fields = omitUndefined({ ...options });
    const issue = await context.client().issues.create({ title: args.title, ...fields }, { signal: context.signal });
    showDone(context, issue, join("Filed ", bold(issue.title), dim(`  ${issue.id}`)));
  },
});

const update = command({
  name: "issues update",
  about: "Change an issue",
  arguments: issueArgument,
  options: {
    title: { kind: "text", value: "text", about: "what it is about" },
    description,
    status: { kind: "choice", values: states, about: "its state" },
    priority,
    suggestedPrompt,
  },
  examples: [
    { line: "switchyard issues update <issue> --status in_progress --priority low", about: "Two fields at once" },
  ],
  run: async (context, { args, options }) => {
    const fields = omitUndefined({ ...options });
    if (Object.keys(fields).length === 0)
      throw new Failure("usage", "Nothing to change: name a field, such as --status.");
    const issue = await context.client().issues.update({ issueId: args.issue, ...fields }, { signal: context.signal });
    showDone(context, issue, stateOf(issue));
  },
});

/** The commands that only set the state of an issue. */
const moves = [
  ["resolve", "resolved", "Mark an issue as resolved"],
  ["close", "closed", "Close an issue that will not be resolved"],
  ["reopen", "open", "Open an issue again"],
] as const;

function stateOf({ title, status }: Issue) {
  return join(bold(title), ": ", stateText(status));
}

export const issues = [
  list,
  get,
  create,
  update,
  ...moves.map(([verb, status, about]) =>
    command({
      name: `issues ${verb}`,
      about,
      arguments: issueArgument,
      options: {},
      examples: [{ line: `switchyard issues ${verb} <issue>`, about: "By its id" }],
      run: async (context, { args }) => {
        const issue = await context.client().issues.update({ issueId: args.issue, status }, { signal: context.signal });
        showDone(context, issue, stateOf(issue));
      },
    }),
  ),
];
