import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { changeCounter } from "../counters/model";
import { patchFrom, omitNullish } from "../lib/omitNullish";
import { limitWorkflow } from "../queue/setting";
import { outdateCopies } from "../sharedCopies/model";
import { getOrThrow, getOwn } from "../lib/getDocument";
import { purgeFromTrash, moveToTrash, restoreFromTrash } from "../lib/trash";
import { readGate } from "./gate";
import type { CreateRequest, StepRequest, UpdateRequest } from "./requests";

type Step = Doc<"workflows">["steps"][number];

/** Throws NOT_FOUND when the persona of a step does not exist, and FORBIDDEN when it belongs to another project. */
export async function createWorkflow(
  ctx: MutationCtx,
  project: Doc<"projects">,
  request: CreateRequest,
): Promise<Doc<"workflows">> {
  const { name, description, defaultBranch, isEnabled, concurrencyLimit, followUp } = request;
  const { priority, conflictKey, onConflict } = request;
  const id = await ctx.db.insert("workflows", {
    projectId: project._id,
    name,
    steps: await readSteps(ctx, project, request.steps),
    isEnabled: isEnabled ?? true,
    updatedAtMs: Date.now(),
    ...omitNullish({ description, defaultBranch, concurrencyLimit, followUp, priority, conflictKey, onConflict }),
  });
  await limitWorkflow(ctx, project, id, { before: null, most: concurrencyLimit ?? null });
  await changeCounter(ctx, project._id, "totalWorkflows", 1);
  return await getOrThrow(ctx, "workflows", id);
}

/** Changes a workflow. Runs that are ready or in progress keep the steps that they received. */
export async function updateWorkflow(
  ctx: MutationCtx,
  project: Doc<"projects">,
  workflow: Doc<"workflows">,
  { steps, ...changes }: UpdateRequest,
): Promise<Doc<"workflows">> {
  await outdateCopies(ctx, project._id, `plan:${workflow._id}`);
  await ctx.db.patch("workflows", workflow._id, {
    updatedAtMs: Date.now(),
    ...patchFrom(changes),
    ...omitNullish({ steps: steps && (await readSteps(ctx, project, steps)) }),
  });
  const { concurrencyLimit: most } = changes;
  if (most !== undefined)
    await limitWorkflow(ctx, project, workflow._id, { before: workflow.concurrencyLimit ?? null, most });
  return await getOrThrow(ctx, "workflows", workflow._id);
}

export async function discardWorkflow(ctx: MutationCtx, workflow: Doc<"workflows">, by: Id<"users">): Promise<void> {
  await moveToTrash(ctx, "workflow", workflow, { name: workflow.name, by });
  await changeCounter(ctx, workflow.projectId, "totalWorkflows", -1);
}

export async function restoreWorkflow(ctx: MutationCtx, workflow: Doc<"workflows">): Promise<void> {
  await restoreFromTrash(ctx, "workflow", workflow);
  await changeCounter(ctx, workflow.projectId, "totalWorkflows", 1);
}

/** Deletes the workflow for good. Its runs stay, and each keeps the workflow's name. Its limit ends with it. */
export async function purgeWorkflow(ctx: MutationCtx, workflow: Doc<"workflows">): Promise<void> {
  const { concurrencyLimit: before } = workflow;
  const project = before === undefined ? null : await ctx.db.get("projects", workflow.projectId);
  if (project !== null) await limitWorkflow(ctx, project, workflow._id, { before: before ?? null, most: null });
  await purgeFromTrash(ctx, "workflow", workflow);
}

async function readSteps(ctx: QueryCtx, project: Doc<"projects">, steps: StepRequest[]): Promise<Step[]> {
  return await Promise.all(steps.map((step) => readStep({ ...ctx, project }, step)));
}

async function readStep(ctx: QueryCtx & { project: Doc<"projects"> }, step: StepRequest): Promise<Step> {
  const { role, name, personaId, instructions, commandNames, timeoutMs, maxRetries } = step;
  const persona = personaId == null ? null : await getOwn(ctx, "personas", personaId);
  const outputSchema = step.outputSchema == null ? undefined : JSON.stringify(step.outputSchema);
  const gate = step.gate == null ? undefined : readGate(step.gate);
  const { artifacts } = step;
  const work = { personaId: persona?._id, instructions, commandNames, timeoutMs, maxRetries };
  return { role, name, ...omitNullish({ ...work, outputSchema, gate, artifacts }) };
}
