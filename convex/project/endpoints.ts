import { projectMutation, projectMutations, projectQuery } from "../api/builders";
import type { NoInput } from "../api/routeBuilders";
import { publicId } from "../lib/publicIds";
import { readCounters } from "../counters/model";
import type { Counters } from "../counters/model";
import * as handlers from "./handlers";
import { presentProject } from "./present";
import type { ProjectView } from "./present";

export const get = projectQuery(async (ctx, _input: NoInput): Promise<ProjectView> => presentProject(ctx.project));
export const { update } = projectMutations(handlers);

export const remove = projectMutation(async (ctx, _input: NoInput) => {
  const { _id, name, prefix } = ctx.key;
  return await handlers.remove(ctx, { type: "key", id: publicId("apiKeys", _id), name: `${name}, ${prefix}` });
});

export const counters = projectQuery(async (ctx, _input: NoInput): Promise<Counters> =>
  readCounters(ctx, ctx.project._id, ctx.key.userId),
);
