import { memberGet } from "../dashboard/builders";
import { memberList } from "../dashboard/lists";
import { memberWrites, memberWritesAt } from "../dashboard/writes";
import * as handlers from "./handlers";
import * as requests from "./requests";

export const list = memberList("project:read", handlers.list);
export const get = memberGet("project:read", handlers.get);
export const { create } = memberWrites("budgets:manage", requests, handlers);
export const { update, remove } = memberWritesAt("budgets:manage", ["id"], requests, handlers);
