import { projectMutations, projectQueries } from "../api/builders";
import { listEndpoint } from "../api/lists";
import * as handlers from "./handlers";

export const list = listEndpoint(handlers.list);
export const { get, analytics } = projectQueries(handlers);
export const { create, update, toggle, duplicate, remove, removeMany } = projectMutations(handlers);
