import { memberList } from "../dashboard/lists";
import { memberWritesAt } from "../dashboard/writes";
import * as handlers from "./handlers";
import * as requests from "./requests";

export const list = memberList("project:read", handlers.list);
export const { review } = memberWritesAt("work:write", ["id"], requests, handlers);
export const { assume } = memberWritesAt("work:write", ["id"], requests.assumption, handlers);
