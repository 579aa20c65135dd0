import { projectMutations, projectQueries } from "../api/builders";
import { listEndpoint } from "../api/lists";
import * as handlers from "./handlers";

export const list = listEndpoint(handlers.list);
export const { get } = projectQueries(handlers);
export const { create, update, remove } = projectMutations(handlers);
