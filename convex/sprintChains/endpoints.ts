import { projectMutation, projectQuery } from "../api/builders";
import { listEndpoint } from "../api/lists";
import * as handlers from "./handlers";

export const list = listEndpoint(handlers.list);

export const get = projectQuery(handlers.get);

export const create = projectMutation(handlers.create);

export const remove = projectMutation(handlers.remove);
