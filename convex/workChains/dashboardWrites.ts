import { memberWrite } from "../dashboard/writes";
import * as handlers from "./handlers";
import * as requests from "./requests";

export const create = memberWrite("work:write", requests.create, handlers.create);

export const start = memberWrite("work:write", requests.named, handlers.start);

export const remove = memberWrite("work:write", requests.named, handlers.remove);
