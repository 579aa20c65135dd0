import { projectMutation, projectQuery } from "../api/builders";
import { listEndpoint } from "../api/lists";
import * as handlers from "./handlers";

export const list = listEndpoint(handlers.list);

export const get = projectQuery(handlers.get);

export const active = projectQuery(handlers.active);

export const compile = projectMutation(handlers.compile);

export const activate = projectMutation(handlers.activate);

export const deactivate = projectMutation(handlers.deactivate);
