// What a persona's steps come to, kept as they end: per day, and of all time.
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { dayOf } from "../analytics/model";
import { knownDocument } from "../lib/named";
import { nothing, plus, sumsOfStep } from "./sums";
import type { Sums } from "./sums";

type PersonaIds = Id<"personas">[];

const dayMs = 24 * 60 * 60 * 1000;

/** That statistics may cover. */
export const daysMax = 366;

/** A step that was not over is now; the run counts once, with the first of the persona's steps in it. */
export async function noteStepEnd(ctx: MutationCtx, runId: Id<"runs">, step: Doc<"runSteps">): Promise<void> {
  const sums = sumsOfStep(step);
  const persona = await personaOf(ctx, step);
  if (sums === null || persona === null) return;
  const { countedPersonaIds = [] } = await knownDocument(ctx, "runs", runId);
  const isFirst = !countedPersonaIds.includes(persona._id);
  if (isFirst) await ctx.db.patch("runs", runId, { countedPersonaIds: [...countedPersonaIds, persona._id] });
  await addToPersona(ctx, persona, { ...sums, runs: Number(isFirst) });
}

/** What a step has used that may be over already; one that goes on counts all of it with its end. */
export async function noteLateUsage(
  ctx: MutationCtx,
  step: Doc<"runSteps">,
  usage: Pick<Sums, "inputTokens" | "outputTokens" | "costMicroUsd">,
): Promise<void> {
  const persona = step.completedAtMs === undefined ? null : await personaOf(ctx, step);
  if (persona !== null) await addToPersona(ctx, persona, { ...nothing, ...usage });
}

/** Over the last `days` UTC days, today included, or over all time. */
export async function sumsOf(ctx: QueryCtx, personaId: Id<"personas">, days: number | undefined): Promise<Sums> {
  if (days === undefined) return plus(nothing, (await findTotal(ctx, personaId)) ?? nothing);
  const first = dayOf(Date.now() - (days - 1) * dayMs);
  const rows = await ctx.db
    .query("personaDays")
    .withIndex("by_persona_and_date", (q) => q.eq("personaId", personaId).gte("date", first))
    .take(daysMax);
  return rows.reduce(plus, nothing);
}

/** Of personas that are deleted. A persona has a row for each day on which it did something: they go in batches. */
export async function forgetStatistics(ctx: MutationCtx, personaIds: PersonaIds): Promise<void> {
  for (const personaId of personaIds) {
    const total = await findTotal(ctx, personaId);
    if (total !== null) await ctx.db.delete("personaTotals", total._id);
  }
  await ctx.scheduler.runAfter(0, internal.personas.jobs.forgetDays, { personaIds });
}

const daysPerBatch = 500;

/** One batch. Gives the personas that may have more of them. */
export async function forgetSomeDays(ctx: MutationCtx, personaIds: PersonaIds): Promise<PersonaIds> {
  let left = daysPerBatch;
  for (const [position, personaId] of personaIds.entries()) {
    const days = await ctx.db
      .query("personaDays")
      .withIndex("by_persona_and_date", (q) => q.eq("personaId", personaId))
      .take(left);
    for (const day of days) await ctx.db.delete("personaDays", day._id);
    left -= days.length;
    if (left === 0) return personaIds.slice(position);
  }
  return [];
}

async function personaOf(ctx: QueryCtx, { personaVersionId }: Doc<"runSteps">): Promise<Doc<"personas"> | null> {
  if (personaVersionId === undefined) return null;
  const { personaId } = await knownDocument(ctx, "personaVersions", personaVersionId);
  return await ctx.db.get("personas", personaId);
}

async function addToPersona(
  ctx: MutationCtx,
  { _id: personaId, projectId }: Doc<"personas">,
  sums: Sums,
): Promise<void> {
  const total = await findTotal(ctx, personaId);
  if (total === null) await ctx.db.insert("personaTotals", { projectId, personaId, ...sums });
  else await ctx.db.patch("personaTotals", total._id, plus(total, sums));
  const date = dayOf(Date.now());
  const day = await findDay(ctx, personaId, date);
  if (day === null) await ctx.db.insert("personaDays", { projectId, personaId, date, ...sums });
  else await ctx.db.patch("personaDays", day._id, plus(day, sums));
}

async function findTotal(ctx: QueryCtx, personaId: Id<"personas">): Promise<Doc<"personaTotals"> | null> {
  return await ctx.db
    .query("personaTotals")
    .withIndex("by_persona", (q) => q.eq("personaId", personaId))
    .unique();
}

async function findDay(ctx: QueryCtx, personaId: Id<"personas">, date: string): Promise<Doc<"personaDays"> | null> {
  return await ctx.db
    .query("personaDays")
    .withIndex("by_persona_and_date", (q) => q.eq("personaId", personaId).eq("date", date))
    .unique();
}
