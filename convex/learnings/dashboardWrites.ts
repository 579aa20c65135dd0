import { memberWrite } from "../dashboard/writes";
import * as handlers from "./handlers";
import * as requests from "./requests";

export const create = memberWrite("work:write", requests.create, handlers.create);

export const update = memberWrite("work:write", requests.updateContent, handlers.update);

export const updateStatus = memberWrite("work:write", requests.updateStatus, handlers.updateStatus);

export const updateStatusOfMany = memberWrite("work:write", requests.updateStatusOfMany, handlers.updateStatusOfMany);

export const remove = memberWrite("work:write", requests.one, handlers.remove);

export const removeMany = memberWrite("work:write", requests.many, handlers.removeMany);

export const restore = memberWrite("work:write", requests.one, handlers.restore);

export const purge = memberWrite("work:write", requests.one, handlers.purge);
