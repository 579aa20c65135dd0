import { projectQueries } from "../api/builders";
import { listEndpoint } from "../api/lists";
import * as handlers from "./handlers";

export const list = listEndpoint(handlers.list);
export const { content } = projectQueries(handlers);
