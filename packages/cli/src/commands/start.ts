// `switchyard start`: makes a run.
import { readFileSync } from "node:fs";
import { command } from "../frame/command";
import type { Context } from "../frame/context";
import { Failure } from "../frame/failure";
import { omitUndefined } from "../frame/omitUndefined";
import { readAll } from "../terminal/prompt";
import { bold, dim, join } from "../terminal/text";
import { findWorkflow } from "./find";
import { watchRun } from "./watch";

export const start = command({
  name: "start",
  about: "Start a run of a workflow",
  details:
    "The prompt says what the agents should do. With --watch the command shows what happens until the run is over, and " +
    "ends with exit code 0 when it is completed and 1 when it is not.",
  arguments: { workflow: { about: "its name or id", known: "workflow" } },
  options: {
    prompt: { kind: "text", value: "text", about: "what the agents should do" },
    input: { kind: "text", value: "file", about: "a file with the prompt; - is standard input" },
    name: { kind: "text", value: "text", about: "the name of the run" },
    repository: { kind: "text", value: "address", about: "the git repository (that of the project)" },
    branch: { kind: "text", value: "name", about: "the branch at which the run begins (the repository's default)" },
    issue: { kind: "text", value: "id", about: "the issue that the run works on", known: "issue" },
    maxIterations: { kind: "number", value: "count", min: 1, max: 100, about: "how often the steps may be repeated" },
    at: { kind: "text", value: "time", about: "when it starts, such as 2030-01-31T09:00Z (at once)" },
    priority: { kind: "number", value: "count", min: -100, max: 100, about: "a higher one goes first (0)" },
    conflictKey: { kind: "text", value: "key", about: "runs with the same key go one after the other" },
    onConflict: {
      kind: "text",
      value: "rule",
      about: "while a run with the key is not over: queue, reject, skip or cancelPrevious (queue)",
    },
    label: { kind: "text", value: "labels", about: "names to find the run by, with commas between them" },
    metadata: { kind: "text", value: "fields", about: "texts of your own, such as ticket=SHOP-12,team=web" },
    watch: { kind: "flag", about: "show what happens until the run is over" },
  },
  examples: [
    { line: 'switchyard start Build --prompt "Add a dark mode."', about: "Start a run of the workflow Build" },
    { line: 'switchyard start Build --prompt "Add a dark mode." --watch', about: "Start it and follow it to its end" },
    {
      line: 'switchyard start Build --prompt "Upgrade." --label nightly --metadata ticket=SHOP-12',
      about: "With a label",
    },
    { line: "git log -1 | switchyard start Build --input - --json", about: "Read the prompt from another program" },
  ],
  run: async (context, { args, options }) => {
    const prompt = await promptOf(context, options);
    const scheduledFor = options.at === undefined ? undefined : timeOf(options.at);
    const { id: workflowId } = await findWorkflow(context, args.workflow);
    const { name, repository: gitRepoUrl, branch: branchName, issue: issueId, maxIterations } = options;
    const fields = omitUndefined({ name, gitRepoUrl, branchName, issueId, maxIterations, scheduledFor });
    const labels = options.label?.split(",").map((label) => label.trim());
    const found = omitUndefined({ labels, metadata: metadataOf(options.metadata) });
    const { priority, conflictKey } = options;
    const rules = omitUndefined({ priority, conflictKey, onConflict: ruleOf(options.onConflict) });
    const run = await context
      .client()
      .runs.start({ workflowId, prompt, ...fields, ...rules, ...found }, { signal: context.signal });
    if (context.isJson) context.terminal.json(run);
    else context.terminal.print(join("Started ", bold(`run ${run.runNumber}`), ` ${run.name}`, dim(`  ${run.id}`)));
    return options.watch ? await watchRun(context, run) : "ok";
  },
});

async function promptOf(
  { terminal }: Context,
  { prompt, input }: { prompt?: string | undefined; input?: string | undefined },
) {
  if (prompt !== undefined && input !== undefined)
    throw new Failure("usage", "Use either --prompt or --input, not both.");
  if (prompt !== undefined) return prompt;
  if (input === undefined) throw new Failure("usage", "A run needs a prompt: use --prompt, or --input with a file.");
  if (input === "-") return (await readAll(terminal.streams.stdin)).trim();
  try {
    return readFileSync(input, "utf8").trim();
  } catch (error) {
    throw new Failure("usage", `The file ${input} cannot be read: ${error instanceof Error ? error.message : ""}`);
  }
}

const rules = ["queue", "reject", "skip", "cancelPrevious"] as const;

function ruleOf(text: string | undefined): (typeof rules)[number] | undefined {
  const found = rules.find((rule) => rule === text);
  if (found === undefined && text !== undefined)
    throw new Failure("usage", `--on-conflict is one of ${rules.join(", ")}.`);
  return found;
}

function metadataOf(text: string | undefined): Record<string, string> | undefined {
  if (text === undefined) return undefined;
  const pairs = text.split(",").map((pair) => /^([^=]+)=(.*)$/.exec(pair)?.slice(1));
  return Object.fromEntries(
    pairs.map((pair) => {
      if (pair === undefined) throw new Failure("usage", `"${text}" is not of the form name=text,name=text.`);
      return [pair[0]?.trim() ?? "", pair[1] ?? ""];
    }),
  );
}

function timeOf(text: string): number {
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw new Failure("usage", `"${text}" is not a time. Write it as 2030-01-31T09:00Z.`);
  return time;
}
