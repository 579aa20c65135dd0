import { memberList } from "../dashboard/lists";
import { memberWrite } from "../dashboard/writes";
import * as handlers from "./handlers";
import * as requests from "./requests";

/** The questions of the project or of a run, newest first. */
export const list = memberList("project:read", handlers.list);

export const answer = memberWrite("work:write", requests.answer, handlers.answer);

export const dismiss = memberWrite("work:write", requests.dismiss, handlers.dismiss);
