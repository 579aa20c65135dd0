import { v } from "convex/values";
import { memberQuery } from "../dashboard/builders";
import { memberList } from "../dashboard/lists";
import { memberWrite, memberWriteAt, noBody } from "../dashboard/writes";
import * as handlers from "./handlers";
import * as requests from "./requests";

export const list = memberList("project:read", handlers.list);

export const get = memberQuery("project:read", { args: { id: v.string() }, handler: handlers.get });

export const create = memberWrite("work:write", requests.create, handlers.create);

export const update = memberWriteAt("work:write", ["id"], requests.update, handlers.update);

export const toggle = memberWriteAt("work:write", ["id"], requests.toggle, handlers.toggle);

export const remove = memberWriteAt("work:write", ["id"], noBody, handlers.remove);
