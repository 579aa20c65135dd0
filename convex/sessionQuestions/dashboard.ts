import { memberList } from "../dashboard/lists";
import { memberWriteAt } from "../dashboard/writes";
import * as handlers from "./handlers";
import * as requests from "./requests";

export const list = memberList("project:read", handlers.list);

export const review = memberWriteAt("work:write", ["id"], requests.review, handlers.review);

export const assume = memberWriteAt("work:write", ["id"], requests.assumption, handlers.assume);
