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

/** Finds a workflow by its id or its name. Several may have one name, and then people say which. */
export async function findWorkflow(context: Context, named: string): Promise<Workflow> {
  const all: Workflow[] = [];
  for await (const workflow of context.client().workflows.list({}, { signal: context.signal })) {
    if (workflow.id === named) return workflow;
    all.push(workflow);
  }
  const exact = all.filter(({ name }) => name === named);
  const alike = exact.length > 0 ? exact : all.filter(({ name }) => name.toLowerCase() === named.toLowerCase());
  const [only] = alike;
  if (only === undefined) throw noWorkflow(named, all);
  if (alike.length > 1) throw severalWorkflows(named, alike);
  return only;
}

const maxNamed = 20;

function severalWorkflows(named: string, alike: readonly Workflow[]): Failure {
  const ids = alike.slice(0, maxNamed).map(({ id, name }) => (name === named ? id : `${id} (${name})`));
  return new Failure("usage", `Several workflows are called "${named}".`, {
    advice: `Use the id of one instead: ${ids.join(", ")}.`,
  });
}

function noWorkflow(named: string, all: readonly Workflow[]): Failure {
  const names = all.slice(0, maxNamed).map(({ name }) => name);
  return new Failure("notFound", `There is no workflow "${named}".`, {
    advice: names.length === 0 ? "The project has no workflows." : `There are: ${names.join(", ")}.`,
  });
}
