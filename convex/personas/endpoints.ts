import { projectMutation, projectQuery } from "../api/builders";
import { listEndpoint } from "../api/lists";
import * as handlers from "./handlers";

export const list = listEndpoint(handlers.list);

export const get = projectQuery(handlers.get);

export const analytics = projectQuery(handlers.analytics);

export const create = projectMutation(handlers.create);

export const update = projectMutation(handlers.update);

export const toggle = projectMutation(handlers.toggle);

export const duplicate = projectMutation(handlers.duplicate);

export const remove = projectMutation(handlers.remove);

export const removeMany = projectMutation(handlers.removeMany);
