import { v } from "convex/values";
import { memberQuery } from "../dashboard/builders";
import { memberList } from "../dashboard/lists";
import { memberWrite } from "../dashboard/writes";
import * as handlers from "./handlers";
import * as requests from "./requests";

export const list = memberList("project:read", handlers.list);

export const get = memberQuery("project:read", { args: { id: v.string() }, handler: handlers.get });

export const start = memberWrite("work:write", requests.start, handlers.start);

export const rename = memberWrite("work:write", requests.rename, handlers.rename);

export const remove = memberWrite("work:write", requests.one, handlers.remove);

export const restore = memberWrite("work:write", requests.one, handlers.restore);

export const purge = memberWrite("work:write", requests.one, handlers.purge);

export const removeMany = memberWrite("work:write", requests.many, handlers.removeMany);
