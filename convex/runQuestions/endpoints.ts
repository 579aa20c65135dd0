import { projectMutation } from "../api/builders";
import { listEndpoint } from "../api/lists";
import * as handlers from "./handlers";

export const list = listEndpoint(handlers.list);

export const answer = projectMutation(handlers.answer);

export const dismiss = projectMutation(handlers.dismiss);
