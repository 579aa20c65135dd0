// The statistics of a persona, per day and for all time. They are updated when a step ends.
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { dayOf } from "../counters/days";
import { dayMs } from "../lib/times";
import { getOrThrow } from "../lib/getDocument";
import { randomShard, maxShards } from "../lib/sums";
import { zeroSums, addSums, sumsOfStep } from "./sums";
import type { Sums } from "./sums";

type Persona = Doc<"personas">;
type PersonaIds = Id<"personas">[];

export const maxDays = 366;

/** Adds a step that has just ended. The run is counted once, with the first of the persona's steps in it. */
export async function recordStepEnd(ctx: MutationCtx, runId: Id<"runs">, step: Doc<"runSteps">): Promise<void> {
  const sums = sumsOfStep(step);
  const persona = await personaOf(ctx, step);
  if (sums === null || persona === null) return;
  const { countedPersonaIds = [] } = await getOrThrow(ctx, "runs", runId);
  const isFirst = !countedPersonaIds.includes(persona._id);
  if (isFirst) await ctx.db.patch("runs", runId, { countedPersonaIds: [...countedPersonaIds, persona._id] });
  await addToPersona(ctx, persona, { ...sums, runs: Number(isFirst) });
}

/** Adds the usage of a step that has already ended. A step in progress adds all of its usage at its end. */
export async function recordLateUsage(
  ctx: MutationCtx,
  step: Doc<"runSteps">,
  usage: Pick<Sums, "inputTokens" | "outputTokens" | "costMicroUsd">,
): Promise<void> {
  const persona = step.completedAtMs === undefined ? null : await personaOf(ctx, step);
  if (persona !== null) await addToPersona(ctx, persona, { ...zeroSums, ...usage });
}

/** Returns the statistics of the last `days` UTC days, today included, or of all time. */
export async function sumsOf(ctx: QueryCtx, personaId: Id<"personas">, days: number | undefined): Promise<Sums> {
  const totalRows = await totalRowsOf(ctx, personaId);
  if (days === undefined) return totalRows.map(({ total }) => total).reduce(addSums, zeroSums);
  const first = dayOf(Date.now() - (days - 1) * dayMs);
  const rows = await ctx.db
    .query("personaDays")
    .withIndex("by_persona_and_date", (q) => q.eq("personaId", personaId).gte("date", first))
    .take(maxDays);
  const since = totalRows.filter(({ date }) => date >= first).map(({ day }) => day);
  return [...rows, ...since].reduce(addSums, zeroSums);
}

/** Deletes the statistics of deleted personas in batches, because a persona has a row for each active day. */
export async function deleteStatistics(ctx: MutationCtx, personaIds: PersonaIds): Promise<void> {
  for (const personaId of personaIds) {
    for (const { _id } of await totalRowsOf(ctx, personaId)) await ctx.db.delete("personaCounters", _id);
  }
  await ctx.scheduler.runAfter(0, internal.personas.scheduled.forgetDays, { personaIds });
}

const daysPerBatch = 500;

/** Deletes one batch. Returns the personas that may have more rows. */
export async function deleteSomeDays(ctx: MutationCtx, personaIds: PersonaIds): Promise<PersonaIds> {
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

async function personaOf(ctx: QueryCtx, { personaVersionId }: Doc<"runSteps">): Promise<Persona | null> {
  if (personaVersionId === undefined) return null;
  const { personaId } = await getOrThrow(ctx, "personaVersions", personaVersionId);
  return await ctx.db.get("personas", personaId);
}

async function addToPersona(ctx: MutationCtx, { _id: personaId, projectId }: Persona, sums: Sums): Promise<void> {
  const shard = randomShard();
  const date = dayOf(Date.now());
  const totalRow = await ctx.db
    .query("personaCounters")
    .withIndex("by_persona", (q) => q.eq("personaId", personaId).eq("shard", shard))
    .unique();
  if (totalRow === null) {
    await ctx.db.insert("personaCounters", { projectId, personaId, shard, total: sums, date, day: sums });
    return;
  }
  const isToday = totalRow.date === date;
  if (!isToday) await addToDay(ctx, totalRow);
  const day = isToday ? addSums(totalRow.day, sums) : sums;
  await ctx.db.patch("personaCounters", totalRow._id, { total: addSums(totalRow.total, sums), date, day });
}

/** Moves the sums of a past day from the total to the row of that day. */
async function addToDay(ctx: MutationCtx, { projectId, personaId, date, day }: Doc<"personaCounters">): Promise<void> {
  const row = await findDay(ctx, personaId, date);
  if (row === null) await ctx.db.insert("personaDays", { projectId, personaId, date, ...day });
  else await ctx.db.patch("personaDays", row._id, addSums(row, day));
}

async function totalRowsOf(ctx: QueryCtx, personaId: Id<"personas">): Promise<Doc<"personaCounters">[]> {
  return await ctx.db
    .query("personaCounters")
    .withIndex("by_persona", (q) => q.eq("personaId", personaId))
    .take(maxShards);
}

async function findDay(ctx: QueryCtx, personaId: Id<"personas">, date: string): Promise<Doc<"personaDays"> | null> {
  return await ctx.db
    .query("personaDays")
    .withIndex("by_persona_and_date", (q) => q.eq("personaId", personaId).eq("date", date))
    .unique();
}
