import { projectMutation, projectQuery } from "../api/builders";
import { pageBounds, readPage } from "../api/pagination";
import type { Page, PageRequest } from "../api/pagination";
import * as handlers from "./handlers";
import { newestFirst } from "./lists";
import { presentPersona } from "./present";
import type { PersonaView } from "./present";

export const list = projectQuery(async (ctx, request: PageRequest): Promise<Page<PersonaView>> => {
  const paged = { project: ctx.project, name: "personas", sources: [newestFirst(ctx, ctx.project._id)] };
  return await readPage(paged, request, pageBounds.small, presentPersona);
});

export const get = projectQuery(handlers.get);

export const analytics = projectQuery(handlers.analytics);

export const create = projectMutation(handlers.create);

export const update = projectMutation(handlers.update);

export const toggle = projectMutation(handlers.toggle);

export const duplicate = projectMutation(handlers.duplicate);

export const remove = projectMutation(handlers.remove);

export const removeMany = projectMutation(handlers.removeMany);
