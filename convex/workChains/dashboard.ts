import { v } from "convex/values";
import { memberQuery } from "../dashboard/builders";
import { memberList } from "../dashboard/lists";
import { memberWrite } from "../dashboard/writes";
import * as handlers from "./handlers";
import * as requests from "./requests";

export const list = memberList("project:read", handlers.list);

export const get = memberQuery("project:read", { args: { id: v.string() }, handler: handlers.get });

export const issues = memberList("project:read", handlers.issues);

export const create = memberWrite("work:write", requests.create, handlers.create);

export const start = memberWrite("work:write", requests.named, handlers.start);

export const remove = memberWrite("work:write", requests.named, handlers.remove);
