import { projectQueries } from "../api/builders";
import * as handlers from "./handlers";

export const { list } = projectQueries(handlers);
