import { projectMutation, projectQuery } from "../api/builders";
import { pageBounds, readPage } from "../api/pagination";
import type { Page, PageRequest } from "../api/pagination";
import { ownedDocuments } from "../lib/bulk";
import { ownedDocument } from "../lib/named";
import { publicId } from "../lib/publicIds";
import { createPersona, deletePersonas, duplicatePersona, togglePersona, updatePersona } from "./model";
import { presentAnalytics, presentPersona } from "./present";
import type { AnalyticsView, PersonaView } from "./present";
import type { AnalyticsRequest, CreateRequest, UpdateRequest } from "./requests";
import { sumsOf } from "./statistics";

type Named = { personaId: string };

export const list = projectQuery(async (ctx, request: PageRequest): Promise<Page<PersonaView>> => {
  const newestFirst = (fromMs: number) =>
    ctx.db
      .query("personas")
      .withIndex("by_project", (q) => q.eq("projectId", ctx.project._id).lte("_creationTime", fromMs))
      .order("desc");
  const paged = { project: ctx.project, name: "personas", sources: [newestFirst] };
  return await readPage(paged, request, pageBounds.small, presentPersona);
});

export const get = projectQuery(async (ctx, { id }: { id: string }): Promise<PersonaView> =>
  presentPersona(await ownedDocument(ctx, "personas", id)),
);

export const analytics = projectQuery(async (ctx, { id, days }: AnalyticsRequest): Promise<AnalyticsView> => {
  const persona = await ownedDocument(ctx, "personas", id);
  return presentAnalytics(persona, await sumsOf(ctx, persona._id, days));
});

export const create = projectMutation(async (ctx, request: CreateRequest): Promise<PersonaView> =>
  presentPersona(await createPersona(ctx, ctx.project._id, request)),
);

export const update = projectMutation(
  async (ctx, { personaId, ...changes }: Named & UpdateRequest): Promise<PersonaView> =>
    presentPersona(await updatePersona(ctx, await ownedDocument(ctx, "personas", personaId), changes)),
);

export const toggle = projectMutation(async (ctx, { personaId }: Named): Promise<PersonaView> =>
  presentPersona(await togglePersona(ctx, await ownedDocument(ctx, "personas", personaId))),
);

export const duplicate = projectMutation(async (ctx, { personaId }: Named): Promise<PersonaView> =>
  presentPersona(await duplicatePersona(ctx, await ownedDocument(ctx, "personas", personaId))),
);

export const remove = projectMutation(async (ctx, { personaId }: Named) => {
  const persona = await ownedDocument(ctx, "personas", personaId);
  await deletePersonas(ctx, [persona]);
  const id = publicId("personas", persona._id);
  return { id, _id: id, deleted: true };
});

export const removeMany = projectMutation(async (ctx, { personaIds }: { personaIds: string[] }) => {
  const personas = await ownedDocuments(ctx, "personas", personaIds);
  await deletePersonas(ctx, personas);
  return { ids: personas.map(({ _id }) => publicId("personas", _id)), count: personas.length, deleted: true };
});
