import { projectMutations, projectQueries } from "../api/builders";
import * as handlers from "./handlers";

export const { get } = projectQueries(handlers);
export const { start, stop } = projectMutations(handlers);
