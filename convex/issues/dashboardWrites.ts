import { memberWrite } from "../dashboard/writes";
import * as handlers from "./handlers";
import * as requests from "./requests";

export const create = memberWrite("work:write", requests.create, handlers.create);

export const update = memberWrite("work:write", requests.update, handlers.update);

export const linkRun = memberWrite("work:write", requests.linkRun, handlers.linkRun);

export const remove = memberWrite("work:write", requests.one, handlers.remove);

export const removeMany = memberWrite("work:write", requests.many, handlers.removeMany);
