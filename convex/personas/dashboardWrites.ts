import { memberWrite } from "../dashboard/writes";
import * as handlers from "./handlers";
import * as requests from "./requests";

export const create = memberWrite("work:write", requests.create, handlers.create);

export const update = memberWrite("work:write", requests.update, handlers.update);

export const toggle = memberWrite("work:write", requests.named, handlers.toggle);

export const duplicate = memberWrite("work:write", requests.named, handlers.duplicate);

export const remove = memberWrite("work:write", requests.named, handlers.remove);

export const removeMany = memberWrite("work:write", requests.many, handlers.removeMany);
