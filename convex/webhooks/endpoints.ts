import { projectMutations, projectQueries } from "../api/builders";
import { listEndpoint } from "../api/lists";
import * as handlers from "./handlers";

export const list = listEndpoint(handlers.list);
export const deliveries = listEndpoint(handlers.deliveries);
export const { get } = projectQueries(handlers);
export const { create, update, remove, rotateSecret, test, retry, replay } = projectMutations(handlers);
