import { projectMutations } from "../api/builders";
import { listEndpoint } from "../api/lists";
import * as handlers from "./handlers";

export const list = listEndpoint(handlers.list);
export const { create, remove } = projectMutations(handlers);
