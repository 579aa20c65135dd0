import { memberWrite, noBody } from "../dashboard/writes";
import * as handlers from "./handlers";
import * as requests from "./requests";

export const update = memberWrite("settings:manage", requests.update, handlers.update);

export const remove = memberWrite("project:delete", noBody, handlers.remove);
