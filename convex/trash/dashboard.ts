import { memberList } from "../dashboard/lists";
import { memberWrite } from "../dashboard/writes";
import * as handlers from "./handlers";
import * as requests from "./requests";

export const list = memberList("project:read", handlers.list);

export const restore = memberWrite("work:write", requests.named, handlers.restore);

export const purge = memberWrite("work:write", requests.named, handlers.purge);
