import { projectMutation, projectQuery } from "../api/builders";
import { listEndpoint } from "../api/lists";
import * as handlers from "./handlers";

export const list = listEndpoint(handlers.list);

export const get = projectQuery(handlers.get);

export const listIssues = listEndpoint(handlers.issues);

export const create = projectMutation(handlers.create);

export const start = projectMutation(handlers.start);

export const remove = projectMutation(handlers.remove);
