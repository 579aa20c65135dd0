import { memberWrite, memberWriteAt, noBody } from "../dashboard/writes";
import * as handlers from "./handlers";
import * as requests from "./requests";

export const create = memberWrite("work:write", requests.create, handlers.create);

export const remove = memberWriteAt("work:write", ["id"], noBody, handlers.remove);
