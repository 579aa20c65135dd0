import { memberWrite } from "../dashboard/writes";
import * as handlers from "./handlers";
import * as requests from "./requests";

export const start = memberWrite("work:write", requests.start, handlers.start);

export const rename = memberWrite("work:write", requests.rename, handlers.rename);

export const remove = memberWrite("work:write", requests.one, handlers.remove);

export const restore = memberWrite("work:write", requests.one, handlers.restore);

export const purge = memberWrite("work:write", requests.one, handlers.purge);

export const removeMany = memberWrite("work:write", requests.many, handlers.removeMany);
