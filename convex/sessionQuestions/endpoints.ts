import { projectMutation } from "../api/builders";
import { listEndpoint } from "../api/lists";
import * as handlers from "./handlers";

export const list = listEndpoint(handlers.list);

export const review = projectMutation(handlers.review);

export const assume = projectMutation(handlers.assume);
