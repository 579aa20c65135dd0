import { memberList } from "../dashboard/lists";
import { memberWrite } from "../dashboard/writes";
import * as handlers from "./handlers";
import * as requests from "./requests";

export const list = memberList("project:read", handlers.list);

export const start = memberWrite("work:write", requests.start, handlers.start);
