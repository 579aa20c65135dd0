import { memberList } from "../dashboard/lists";
import { memberWrites } from "../dashboard/writes";
import * as handlers from "./handlers";
import * as requests from "./requests";

/** The questions of the project or of a run, newest first. */
export const list = memberList("project:read", handlers.list);
export const { answer, dismiss } = memberWrites("work:write", requests, handlers);
