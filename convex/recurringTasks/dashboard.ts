import { memberGet } from "../dashboard/builders";
import { memberList } from "../dashboard/lists";
import { memberWrites, memberWritesAt } from "../dashboard/writes";
import * as handlers from "./handlers";
import * as requests from "./requests";

export const list = memberList("project:read", handlers.list);
export const get = memberGet("project:read", handlers.get);
export const { create } = memberWrites("work:write", requests, handlers);
export const { preview } = memberWrites("project:read", requests, handlers);
export const { update, toggle, remove, run } = memberWritesAt("work:write", ["id"], requests, handlers);
