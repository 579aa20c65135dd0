// People name runs by their numbers and workflows by their names; the service knows both by ids.
import type { Context } from "../frame/context";
import { Failure } from "../frame/failure";
import type { Run, Workflow } from "./types";

/** Finds a run by its id or its number, which may be written as `#12`. */
export async function findRun(context: Context, named: string): Promise<Run> {
  const [, number] = /^#?(\d{1,15})$/.exec(named) ?? [];
  const runs = context.client().runs;
  const { signal } = context;
  return number === undefined
    ? await runs.get({ id: named }, { signal })
    : await runs.byNumber({ runNumber: Number(number) }, { signal });
}

/** Returns the id of a run, without a request where its id was given. */
export async function runIdOf(context: Context, named: string): Promise<string> {
  return /^#?\d+$/.test(named) ? (await findRun(context, named)).id : named;
}

/** Finds a workflow by its id or its name. */
export async function findWorkflow(context: Context, named: string): Promise<Workflow> {
  const all: Workflow[] = [];
  for await (const workflow of context.client().workflows.list({}, { signal: context.signal })) {
    if (workflow.id === named || workflow.name === named) return workflow;
    all.push(workflow);
  }
  const alike = all.filter(({ name }) => name.toLowerCase() === named.toLowerCase());
  const [only] = alike;
  if (only !== undefined && alike.length === 1) return only;
  const names = all.map(({ name }) => name);
  throw new Failure("notFound", `There is no workflow "${named}".`, {
    advice: names.length === 0 ? "The project has no workflows." : `There are: ${names.slice(0, 20).join(", ")}.`,
  });
}
