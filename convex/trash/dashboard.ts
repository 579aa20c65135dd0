import { memberList } from "../dashboard/lists";
import { memberWrites } from "../dashboard/writes";
import * as handlers from "./handlers";
import * as requests from "./requests";

export const list = memberList("project:read", handlers.list);
export const { restore, purge } = memberWrites("work:write", requests.named, handlers);
