import { memberList } from "../dashboard/lists";
import { memberWrites } from "../dashboard/writes";
import * as handlers from "./handlers";
import * as requests from "./requests";

/** What was said about a run, newest first. */
export const list = memberList("project:read", handlers.list);
export const { add, ignore, reopen } = memberWrites("work:write", requests, handlers);
