import { projectMutation } from "../api/builders";
import { listEndpoint } from "../api/lists";
import * as handlers from "./handlers";

export const list = listEndpoint(handlers.list);

export const set = projectMutation(handlers.set);

export const remove = projectMutation(handlers.remove);
