// `switchyard workflows ...`: the blueprints of which runs are made.
import { readFileSync } from "node:fs";
import { command } from "../frame/command";
import { Failure } from "../frame/failure";
import { omitUndefined } from "../frame/omitUndefined";
import { bold, dim, join } from "../terminal/text";
import { findWorkflow } from "./find";
import { ageText, limit, showDone, showFields, showList, standardLimit, titleOf } from "./show";

const roles = ["designer", "checker", "researcher", "evaluator", "judge", "answerer"] as const;

const list = command({
  name: "workflows list",
  about: "List workflows",
  arguments: {},
  options: { limit },
  examples: [{ line: "switchyard workflows list", about: "With their steps" }],
  run: async (context, { options }) => {
    await showList(context, {
      items: context.client().workflows.list({}, { signal: context.signal }),
      limit: options.limit ?? standardLimit,
      columns: [
        { title: "WORKFLOW", of: ({ id }) => id, isWhole: true },
        { title: "NAME", of: ({ name, isEnabled }) => (isEnabled ? bold(name) : dim(`${name} (off)`)) },
        { title: "STEPS", of: ({ steps }) => steps.map(({ name }) => name).join(", ") },
        { title: "AGE", of: ({ createdAt }) => ageText(createdAt), isWhole: true },
      ],
      whenEmpty: "There are no workflows. `switchyard workflows create` makes one.",
    });
  },
});

const get = command({
  name: "workflows get",
  about: "Show a workflow",
  arguments: { workflow: { about: "its name or id", known: "workflow" } },
  options: {},
  examples: [{ line: "switchyard workflows get Build", about: "Its steps with their roles" }],
  run: async (context, { args }) => {
    const workflow = await findWorkflow(context, args.workflow);
    if (context.isJson) return context.terminal.json(workflow);
    showFields(context, titleOf(workflow.name, workflow.id), [
      ["description", workflow.description],
      ["branch", workflow.defaultBranch],
      ["runs", workflow.isEnabled ? "may be started" : "may not be started"],
      ...workflow.steps.map(({ name, role }, at) => [`step ${at}`, join(name, dim(`  ${role}`))] as const),
    ]);
  },
});

const create = command({
  name: "workflows create",
  about: "Make a workflow",
  details: `The role of a step is ${roles.slice(0, -1).join(", ")} or ${roles.at(-1)}.`,
  arguments: { name: { about: "its name" } },
  options: {
    steps: { kind: "text", value: "list", about: "its steps as Name=role, with commas between" },
    file: { kind: "text", value: "file", about: "a JSON file with the list of steps and all of their fields" },
    description: { kind: "text", value: "text", about: "what it is for" },
  },
  examples: [
    { line: "switchyard workflows create Nightly --steps Design=designer,Check=checker", about: "Two steps" },
    { line: "switchyard workflows create Checked --file steps.json", about: "With instructions for each step" },
  ],
  run: async (context, { args, options }) => {
    const steps = stepsOf(options);
    const fields = omitUndefined({ description: options.description });
    const { signal } = context;
    const workflow = await context.client().workflows.create({ name: args.name, steps, ...fields }, { signal });
    showDone(context, workflow, join("Made ", bold(workflow.name), dim(`  ${workflow.id}`)));
  },
});

type Step = Parameters<
  ReturnType<Parameters<typeof create.run>[0]["client"]>["workflows"]["create"]
>[0]["steps"][number];

function stepsOf({ steps, file }: { steps?: string | undefined; file?: string | undefined }): Step[] {
  if ((steps === undefined) === (file === undefined))
    throw new Failure("usage", "A workflow needs steps: use either --steps or --file.");
  if (file !== undefined) return stepsIn(file);
  return (steps ?? "").split(",").map((text) => {
    const [name = "", word = ""] = text.split("=").map((part) => part.trim());
    const role = roles.find((known) => known === word);
    if (name === "" || role === undefined)
      throw new Failure(
        "usage",
        `"${text.trim()}" is not a step. Write it as Name=role; roles are ${roles.join(", ")}.`,
      );
    return { name, role };
  });
}

/** The service checks the fields of the steps, and names the wrong one. */
function stepsIn(file: string): Step[] {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new Failure("usage", `The file ${file} cannot be read: ${error instanceof Error ? error.message : ""}`);
  }
  if (Array.isArray(value)) return value as Step[];
  throw new Failure("usage", `The file ${file} must have a list of steps: [{ "name": "Design", "role": "designer" }].`);
}

export const workflows = [list, get, create];
