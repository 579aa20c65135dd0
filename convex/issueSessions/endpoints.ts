import { projectMutation, projectQuery } from "../api/builders";
import { listEndpoint } from "../api/lists";
import * as handlers from "./handlers";

export const list = listEndpoint(handlers.list);

export const get = projectQuery(handlers.get);

export const start = projectMutation(handlers.start);

export const rename = projectMutation(handlers.rename);

export const remove = projectMutation(handlers.remove);

export const restore = projectMutation(handlers.restore);

export const purge = projectMutation(handlers.purge);

export const removeMany = projectMutation(handlers.removeMany);
