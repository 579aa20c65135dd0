import { getManyOwn } from "../lib/getManyOwn";
import type { ReadCtx, WriteCtx } from "../callers/caller";
import { listOf, ofProject } from "../callers/lists";
import { getOwn } from "../lib/getDocument";
import { idsOfAll, withIds } from "../lib/publicIds";
import { createPersona, deletePersonas, duplicatePersona, togglePersona, updatePersona } from "./model";
import { presentAnalytics, presentPersona } from "./present";
import type { AnalyticsView, PersonaView } from "./present";
import type { AnalyticsRequest, CreateRequest, UpdateRequest } from "./requests";
import { sumsOf } from "./statistics";

type Named = { personaId: string };

export const list = listOf({
  name: "personas",
  bounds: "small",
  filters: {},
  find: ofProject("personas"),
  present: presentPersona,
});

export async function get(ctx: ReadCtx, { id }: { id: string }): Promise<PersonaView> {
  return presentPersona(await getOwn(ctx, "personas", id));
}

export async function analytics(ctx: ReadCtx, { id, days }: AnalyticsRequest): Promise<AnalyticsView> {
  const persona = await getOwn(ctx, "personas", id);
  return presentAnalytics(persona, await sumsOf(ctx, persona._id, days));
}

export async function create(ctx: WriteCtx, request: CreateRequest): Promise<PersonaView> {
  return presentPersona(await createPersona(ctx, ctx.project._id, request));
}

export async function update(ctx: WriteCtx, { personaId, ...changes }: Named & UpdateRequest): Promise<PersonaView> {
  return presentPersona(await updatePersona(ctx, await getOwn(ctx, "personas", personaId), changes));
}

export async function toggle(ctx: WriteCtx, { personaId }: Named): Promise<PersonaView> {
  return presentPersona(await togglePersona(ctx, await getOwn(ctx, "personas", personaId)));
}

export async function duplicate(ctx: WriteCtx, { personaId }: Named): Promise<PersonaView> {
  return presentPersona(await duplicatePersona(ctx, await getOwn(ctx, "personas", personaId)));
}

export async function remove(ctx: WriteCtx, { personaId }: Named) {
  const persona = await getOwn(ctx, "personas", personaId);
  await deletePersonas(ctx, [persona]);
  return withIds("personas", persona._id, { deleted: true });
}

export async function removeMany(ctx: WriteCtx, { personaIds }: { personaIds: string[] }) {
  const personas = await getManyOwn(ctx, "personas", { field: "personaIds", ids: personaIds });
  await deletePersonas(ctx, personas);
  return { ...idsOfAll("personas", personas), deleted: true };
}
