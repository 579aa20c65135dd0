import { memberWrite, memberWriteAt, noBody } from "../dashboard/writes";
import * as handlers from "./handlers";
import * as requests from "./requests";

export const create = memberWrite("work:write", requests.create, handlers.create);

export const update = memberWriteAt("work:write", ["id"], requests.update, handlers.update);

export const toggle = memberWriteAt("work:write", ["id"], requests.toggle, handlers.toggle);

export const remove = memberWriteAt("work:write", ["id"], noBody, handlers.remove);
